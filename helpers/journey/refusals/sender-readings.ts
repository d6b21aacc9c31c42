import { isDeepStrictEqual } from 'node:util';
import { isRecord, member } from '../../core/json.ts';
import { validValueAt } from '../../judge/fields.ts';
import { lastReading, poll } from '../../session/poll.ts';
import { step, type Step } from '../../session/session.ts';
import type { Closed } from '../calls/closing.ts';
import { readDetail, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';

/** Fields that a refused call could have changed. Sessions are new in each answer, and the KYC expiry may move with each answer. */
export const comparedFields = ['senderName', 'senderMobile', 'limitLeft', 'beneficiaries'] as const;

export type ComparedField = (typeof comparedFields)[number];

const beneficiaryFields = ['beneficiaryId', 'accountNumber', 'ifscCode', 'accountHolderName', 'status'] as const;

/** What the document does not know may change with each answer. */
const pickDocumented = (beneficiary: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(beneficiaryFields.map((name) => [name, member(beneficiary, name)]));

/** Sorts the beneficiaries, and leaves out these accounts. */
export function readComparedValue({ reply }: Detail, field: ComparedField, besides: readonly string[] = []): unknown {
  const value = validValueAt(reply, `result.${field}`);
  if (!Array.isArray(value)) return value;
  const listed = value.filter((each: unknown) => !besides.includes(String(member(each, 'accountNumber'))));
  return listed.map(pickDocumented).toSorted((one, other) => String(one['beneficiaryId']).localeCompare(String(other['beneficiaryId'])));
}

/** A period of the limits may roll over at any time (reading 20), so more left than before is no change. */
export function hasChanged(field: ComparedField, was: unknown, is: unknown): boolean {
  if (field !== 'limitLeft' || !isRecord(was) || !isRecord(is)) return !isDeepStrictEqual(was, is);
  const periods = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...periods].some((period) => was[period] !== is[period] && !(Number(is[period]) > Number(was[period])));
}

const isSame = (one: Detail, other: Detail): boolean =>
  comparedFields.every((field) => !hasChanged(field, readComparedValue(one, field), readComparedValue(other, field)));

interface SenderReadingsPlan {
  readonly name: string;
  readonly sender: Step<Sender>;
  readonly opening: Step<Detail>;
  readonly closed: Step<Closed>;
}

interface SenderReadings {
  /** OP-6 with no call in between, and until it is as before. At most two codes. */
  readonly idle: Step<Detail>;
  /** Reads on at once where something changed, since later calls may change more. */
  readonly readIfChanged: Step<void>;
}

export function createSenderReadings(deps: Dependencies, { name, sender, opening, closed }: SenderReadingsPlan): SenderReadings {
  const idle = step(`the sender read once more after ${name}`, async (session) => {
    const who = await session.use(sender);
    const before = await session.use(opening);
    const isEnough = (detail: Detail): boolean => deps.people.codesAreTyped || isSame(before, detail);
    // What is held for a while comes back, as money does (reading 17).
    const readings = await poll(() => readDetail(deps, session, who), isEnough, deps.waits.upTo('refund'), { costly: () => true });
    return lastReading(readings);
  });
  const readIfChanged = step(`whether ${name} changed the sender`, async (session) => {
    if (!isSame(await session.use(opening), (await session.use(closed)).detail)) await session.after(idle);
  });
  return { idle, readIfChanged };
}
