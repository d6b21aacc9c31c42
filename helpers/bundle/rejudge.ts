import { isRecord, parseJson } from '../core/json.ts';
import { isDeepStrictEqual } from 'node:util';
import type { LedgerCall } from '../report/journal/ledger.ts';
import type { Journal } from '../report/journal/journal.ts';
import { requireVerdictFile } from '../report/files/verdict-record.ts';
import type { VerdictCheck, VerdictFile } from '../report/model/verdict-file.ts';
import { configurationFile } from '../report/files/folder.ts';
import { reportFiles } from '../report/model/file-names.ts';
import type { Check } from '../runner/check.ts';
import {
  configurationFingerprint,
  renderingFingerprint,
  specificationFingerprint,
  suiteFingerprint,
} from '../report/fingerprint/fingerprints.ts';
import type { RunHeader } from '../core/records/journal-lines.ts';
import type { Files } from './archive.ts';
import { findInconsistencies, findPlanDifferences, findUnrecordedCalls } from './journal-consistency.ts';
import { isCard, renderedFiles } from './contents.ts';
import { checkNonce, type NonceResult } from './nonce.ts';
import { isSamePage } from './same-page.ts';
import { findContradictions } from './contradictions.ts';
import type { Comparison } from '../report/compare/compare.ts';
import { formatTitle } from '../report/verdict/headline.ts';
import { byId } from '../core/by-id.ts';
import { version } from '../config/version.ts';

/** Which part of the suite a run was to check. */
export interface RunScope extends Pick<RunHeader, 'selection' | 'profile'> {
  /** False when the run only observed clauses beyond the letter (DMT_SAFETY). */
  readonly safety: boolean;
  /** Whether the run had a campaign (DMT_FUZZ_RUNS). */
  readonly fuzz: boolean;
}

interface BundleRecord {
  readonly files: Files;
  /** The same file, rendered again from the journals; null when there is no such file. */
  readonly again: (name: string) => Buffer | null;
  readonly rendering: string;
  readonly cards: readonly string[];
  readonly journal: Journal;
  readonly calls: readonly LedgerCall[];
  /** With the run before, as it was packed. */
  readonly changes: Comparison | null;
  readonly checksOf: (scope: RunScope) => readonly Check[];
  readonly nonce: string | null;
  /** The Allure page, whose bytes differ with every rendering; null when it needs no check. */
  readonly page: string | null;
}

export interface Rejudged {
  readonly tampered: readonly string[];
  readonly differs: readonly string[];
  readonly nonce: NonceResult | null;
  readonly notes: readonly string[];
  readonly verdict: VerdictFile;
  /** The result in words. */
  readonly title: string;
}

const decodeText = (content: Buffer | null | undefined): string => content?.toString('utf8') ?? '';
const parseContent = (content: Buffer | null | undefined): unknown => parseJson(decodeText(content));

const formatVerdict = (check: VerdictCheck | undefined): string => check?.verdict ?? 'nothing';

/** Ignores fields that only one of two releases writes. In the same release the bytes would differ. */
function keepCommonFields(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.map((each: unknown, at) => keepCommonFields(each, other[at]));
  if (!isRecord(one) || !isRecord(other)) return one;
  const common = Object.keys(one).filter((key) => Object.hasOwn(other, key));
  return Object.fromEntries(common.map((key) => [key, keepCommonFields(one[key], other[key])]));
}

const isAsPacked = (packed: unknown, again: unknown): boolean =>
  isDeepStrictEqual(keepCommonFields(packed, again), keepCommonFields(again, packed));

function findVerdictDifferences(packed: VerdictFile, again: VerdictFile): readonly string[] {
  const before = byId(packed.checks);
  const after = byId(again.checks);
  const checks = [...new Set([...before.keys(), ...after.keys()])].filter((id) => !isAsPacked(before.get(id), after.get(id)));
  const run =
    packed.verdict === again.verdict
      ? []
      : [`verdict.json says ${packed.verdict}, but its journals give ${again.verdict}: ${again.because}`];
  const changed = checks.map(
    (id) =>
      `${id}: verdict.json says ${formatVerdict(before.get(id))}, its journals give ${formatVerdict(after.get(id))}, or other fields differ`,
  );
  const rest = isAsPacked(packed, again) ? [] : ['verdict.json is not what its journals give'];
  return run.length + changed.length > 0 ? [...run, ...changed] : rest;
}

function findChangedRenderings({ files, again, cards, page }: BundleRecord): readonly string[] {
  const differs = (name: string): boolean => {
    const packed = files.get(name);
    const fresh = again(name);
    return packed === undefined || fresh === null || !packed.equals(fresh);
  };
  const expectedFiles = new Set([...renderedFiles.filter((name) => files.has(name)), ...[...files.keys()].filter(isCard), ...cards]);
  const changed = [...expectedFiles].filter(differs);
  const pages = page === null || isSamePage(decodeText(files.get(page)), decodeText(again(page))) ? [] : [page];
  return [...changed, ...pages].map((name) => `${name} is not what the journals give`);
}

const parseConfiguration = (files: Files): Readonly<Record<string, unknown>> | null => {
  const configuration = parseContent(files.get(configurationFile));
  return isRecord(configuration) ? configuration : null;
};

function findConfigurationProblems({ files, journal }: BundleRecord): readonly string[] {
  const configuration = parseConfiguration(files);
  const holds = configuration !== null && configurationFingerprint(configuration) === journal.run.targetFingerprint;
  return holds ? [] : [`${configurationFile} does not match its fingerprint in the journal`];
}

/** True when the same sources judged and rendered the bundle. */
const isSameRelease = ({ journal: { run }, rendering }: BundleRecord): boolean =>
  suiteFingerprint() === run.suiteFingerprint && renderingFingerprint() === rendering;

/** Which part of the plan a part of a split run has is known when the parts are merged. */
function selectOfPart({ run, plan }: Journal, checks: readonly Check[]): readonly Check[] {
  const planned = new Set(plan.map(({ id }) => id));
  return run.shard === undefined ? checks : checks.filter(({ id }) => planned.has(id));
}

/** As on the page to sign; an edited verdict is named as it is written. */
const describeResult = (packed: VerdictFile, fresh: VerdictFile, changes: Comparison | null): string =>
  packed.verdict === fresh.verdict ? formatTitle(fresh, changes) : packed.verdict;

export function rejudge(record: BundleRecord): Rejudged {
  const { journal, calls, checksOf, nonce, files, again } = record;
  const fresh = requireVerdictFile(parseContent(again(reportFiles.verdict)));
  const packed = requireVerdictFile(parseContent(files.get(reportFiles.verdict)));
  const result = { verdict: packed, title: describeResult(packed, fresh, record.changes) };
  const configuration = parseConfiguration(files);
  const fuzz = Number(configuration?.['DMT_FUZZ_RUNS'] ?? 0) > 0;
  const checks = selectOfPart(journal, checksOf({ ...journal.run, safety: configuration?.['DMT_SAFETY'] !== 'off', fuzz }));
  const differing = [
    ...findVerdictDifferences(packed, fresh),
    ...findContradictions(journal, checks),
    ...findPlanDifferences(journal, checks),
  ];
  const nonceCheck = nonce === null ? { result: null, tampered: [] } : checkNonce(journal, nonce);
  const broken = [
    ...findInconsistencies(journal, calls),
    ...findUnrecordedCalls(journal, calls),
    ...(fresh.trouble.length === packed.trouble.length ? [] : fresh.trouble),
    ...findConfigurationProblems(record),
    ...nonceCheck.tampered,
  ];
  if (isSameRelease(record)) {
    const specification =
      journal.run.specification === specificationFingerprint() ? [] : ['the clause catalogue differs from that of this release'];
    const tampered = [...broken, ...specification, ...findChangedRenderings(record), ...differing];
    return { tampered, differs: [], nonce: nonceCheck.result, notes: ['judged again by the same release'], ...result };
  }
  const pages = findChangedRenderings(record);
  const notes = [
    `packed by release ${journal.run.suiteVersion} and judged again by other sources (${version}): a difference does not prove an edit`,
    ...(pages.length === 0 ? [] : [`rendered differently: ${pages.map((each) => each.split(' ', 1)[0]).join(', ')}`]),
  ];
  return { tampered: broken, differs: differing, nonce: nonceCheck.result, notes, ...result };
}
