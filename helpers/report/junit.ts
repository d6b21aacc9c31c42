import type { Exchange } from '../core/exchange.ts';
import { describeAction } from './model/owners.ts';
import { splitPlace } from './model/source-place.ts';
import { sumOwnTimes } from './model/own-times.ts';
import { statusByVerdict } from '../core/records/verdicts.ts';
import { toCheckRow, type CheckRow } from './model/check-row.ts';
import type { VerdictCheck, VerdictFile } from './model/verdict-file.ts';
import { element, renderXmlDocument, type Element } from './pages/xml.ts';
import { byId } from '../core/by-id.ts';

const endingByStatus = { passed: null, failed: 'failure', broken: 'error', skipped: 'skipped' } as const;

const formatSeconds = (ms: number): string => (ms / 1000).toFixed(3);

/** The attributes have file and line, and the name has the id. A pass says no more. The exchanges are named where a check has an owner. */
function listProperties({ verdict, labels, repeat, owner, evidence }: CheckRow): readonly Element[] {
  if (verdict === 'pass') return [];
  const shown = owner === null ? [] : evidence;
  const rows = [...labels, ['reproduce', repeat], ['evidence', shown.join(' ')]] as const;
  const filled = rows.flatMap(([name, value]) => (value === '' ? [] : [element('property', { name, value })]));
  return [element('properties', {}, filled)];
}

function formatDetails(row: CheckRow): string {
  const { clause, certainty, section, sentence, place, expected, received, address, ownReason, owner, repeat } = row;
  const rows = [
    sentence === null ? null : `${clause} (${certainty ?? ''}, ${section ?? ''}): ${sentence}`,
    place,
    expected === null ? null : `expected  ${expected}`,
    received === null ? null : `received  ${received}`,
    address === null ? null : `from      ${address}`,
    ownReason,
    ...describeAction(owner),
    `repeat    ${repeat}`,
  ];
  return rows.filter((each) => each !== null).join('\n');
}

const formatMismatch = ({ mismatch, reason }: CheckRow): string =>
  mismatch === null ? (reason ?? 'no reason given') : `expected ${mismatch.expected}, received ${mismatch.received}`;

function toEndingElements(row: CheckRow): readonly Element[] {
  const { verdict, reason } = row;
  const kind = endingByStatus[statusByVerdict[verdict]];
  if (kind === null) return reason === null ? [] : [element('system-out', {}, reason)];
  if (kind === 'skipped') return [element(kind, { message: `${verdict}: ${reason ?? formatMismatch(row)}` })];
  return [element(kind, { message: formatMismatch(row), type: verdict }, formatDetails(row))];
}

function toTestCase(row: CheckRow, durationMs: number): Element {
  const { file, line } = splitPlace(row.where);
  const attributes = { name: `${row.id} ${row.title}`, classname: row.operation, file, line, time: formatSeconds(durationMs) };
  return element('testcase', attributes, [...listProperties(row), ...toEndingElements(row)]);
}

type OwnTimes = ReadonlyMap<string, number>;

function countTotals(checks: readonly VerdictCheck[], own: OwnTimes): Readonly<Record<string, string | number>> {
  const ended = (status: string): number => checks.filter(({ verdict }) => statusByVerdict[verdict] === status).length;
  const time = checks.reduce((sum, { id }) => sum + (own.get(id) ?? 0), 0);
  return { tests: checks.length, failures: ended('failed'), errors: ended('broken'), skipped: ended('skipped'), time: formatSeconds(time) };
}

/** `junit.xml`: one JUnit suite for each of our suites, one test case for each check. */
export function renderJunit({ run, verdict, exitCode, clauses, checks }: VerdictFile, exchanges: readonly Exchange[]): string {
  const times = sumOwnTimes(checks, exchanges);
  const clauseById = byId(clauses);
  const suites = [...Map.groupBy(checks, ({ suite }) => suite)].map(([name, own]) =>
    element(
      'testsuite',
      { name, timestamp: run.startedAt, ...countTotals(own, times) },
      own.map((check) => toTestCase(toCheckRow(check, clauseById.get(check.clause)), times.get(check.id) ?? 0)),
    ),
  );
  const name = `dmt-conformance ${run.target} ${run.id}: ${verdict}, exit ${exitCode}`;
  return renderXmlDocument(element('testsuites', { name, ...countTotals(checks, times) }, suites));
}
