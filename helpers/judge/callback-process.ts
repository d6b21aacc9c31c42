import { apiCodes } from '../../specs/codes.ts';
import type { RequestedOnboarding } from '../callback/own-callbacks.ts';
import { member } from '../core/json.ts';
import { parseTimestamp, zoneToleranceMs } from '../core/timestamp.ts';
import { reportsSuccess, type Callback } from './callback.ts';

/** A callback of a process that this run asked for. */
export interface OwnProcessCallback extends Callback {
  readonly about: RequestedOnboarding & { readonly requestedAt: number };
  readonly receivedAt: number;
}

/** What came before OP-16 was sent may be a late callback of an earlier process. */
export const isOfOwnProcess = (callback: Callback): callback is OwnProcessCallback =>
  callback.about !== null &&
  callback.age !== 'old' &&
  callback.about.requestedAt !== null &&
  callback.receivedAt !== null &&
  callback.receivedAt >= callback.about.requestedAt;

/** The text of a field that no clause of its own accuses; null where there is none. A callback of a failure may omit it. */
export function textInCallback({ result, judgement, hiddenBy }: Callback, field: string): string | null {
  const value = member(result, field);
  const isBroken = hiddenBy !== null || judgement.findings.some(({ place }) => place === `result.${field}`);
  return typeof value === 'string' && !isBroken ? value : null;
}

/** Digits as text are read on. */
export function mobileInCallback({ result, hiddenBy }: Callback): string | null {
  const value = member(result, 'mobile');
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return hiddenBy === null && /^\d+$/.test(digits) ? digits : null;
}

export const tagFieldByUserType = { customer: 'senderId', subAgent: 'subAgentId' } as const;

const isSameId = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Null where there is nothing certain to compare. */
export function agreesOnTag(callback: Callback): boolean | null {
  const { about, age } = callback;
  if (about === null || age === 'old' || about.tagId === null || about.tagsAreDoubtful) return null;
  const carried = textInCallback(callback, tagFieldByUserType[about.userType]);
  return carried === null ? null : isSameId(carried, about.tagId);
}

export function agreesOnSubAgentTag(callback: Callback): boolean | null {
  const { about, age } = callback;
  if (about?.userType !== 'customer' || age === 'old' || about.subAgentTag === '' || about.tagsAreDoubtful) return null;
  const carried = textInCallback(callback, 'subAgentTag');
  return carried === null ? null : isSameId(carried, about.subAgentTag);
}

export const disagreesOnTag = (callback: Callback): boolean => agreesOnTag(callback) === false || agreesOnSubAgentTag(callback) === false;

/** The time that `onboardingDate` names, read as UTC; null without one. */
export function readOnboardingDate(callback: Callback): number | null {
  const text = textInCallback(callback, 'onboardingDate');
  return text === null ? null : parseTimestamp(text);
}

const dayMs = 24 * 60 * 60 * 1000;

/** Deliveries may be repeated for days. */
const mostDaysLate = 30;

/** Two dates of one process may be taken a moment apart. */
const sameTimeMs = 60 * 1000;

/** A late copy of an earlier process: it is dated before this one was asked for, or a later callback of this one is dated otherwise. */
export function isOfEarlierProcess(callback: OwnProcessCallback, all: readonly Callback[]): boolean {
  const { about, receivedAt } = callback;
  const date = readOnboardingDate(callback);
  if (date === null) return false;
  if (date + zoneToleranceMs < about.requestedAt && date > about.requestedAt - mostDaysLate * dayMs) return true;
  const isDatedOtherwise = (one: Callback): boolean => Math.abs((readOnboardingDate(one) ?? date) - date) > sameTimeMs;
  const isLater = (one: Callback): boolean => one.about?.userType === about.userType && (one.receivedAt ?? 0) > receivedAt;
  return all.some((one) => isLater(one) && isDatedOtherwise(one));
}

/** Words a service may use; a word of progress, such as PENDING, says nothing yet. */
const failureWords = /fail|reject|declin|cancel|error|expired/i;

/** `progress` is neither. A failed user takes back a completed onboarding. */
export function readOutcome({ code, result }: Callback): 'success' | 'failure' | 'progress' {
  const statuses = ['onboardingStatus', 'userOnboardingStatus'].map((name) => member(result, name));
  const hasFailed = statuses.some((status) => typeof status === 'string' && failureWords.test(status));
  if (hasFailed || (code !== null && code !== apiCodes.success)) return 'failure';
  return reportsSuccess(result) ? 'success' : 'progress';
}
