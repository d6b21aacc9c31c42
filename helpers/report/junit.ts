import type { Verdict } from '../core/records/verdicts.ts';
import { subjectTitle } from './model/groups.ts';
import { ownerWords } from './model/owners.ts';
import { exactly } from './allure/rendered.ts';
import type { VerdictCheck, VerdictClause, VerdictFile } from './model/verdict-file.ts';
import { element, xmlDocument, type Element } from './pages/xml.ts';

/** JUnit knows four endings; what is none of the first three counts as passed. */
const endings: Readonly<Partial<Record<Verdict, 'failure' | 'error' | 'skipped'>>> = {
  fail: 'failure',
  error: 'error',
  blocked: 'skipped',
  'not-applicable': 'skipped',
  untried: 'skipped',
  waived: 'skipped',
};

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

function properties(check: VerdictCheck, clause: VerdictClause | undefined): Element {
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ...exactly(check, clause),
    ['where', check.where],
    ['reproduce', check.reproduce],
    ['evidence', check.evidence.join(' ')],
  ];
  const known = rows.flatMap(([name, value]) => (value == null || value === '' ? [] : [element('property', { name, value })]));
  return element('properties', {}, known);
}

function details(check: VerdictCheck, clause: VerdictClause | undefined): string {
  const rows = [
    clause === undefined ? null : `${clause.id} (${clause.certainty}, ${clause.section}): ${clause.text}`,
    check.place,
    check.expected === null ? null : `expected  ${check.expected}`,
    check.received === null ? null : `received  ${check.received}`,
    check.address === null ? null : `from      ${check.address}`,
    check.reason === clause?.text ? null : check.reason,
    check.owner === null ? null : ownerWords[check.owner],
    `repeat    ${check.reproduce}`,
  ];
  return rows.filter((row) => row !== null).join('\n');
}

function message({ expected, received, reason }: VerdictCheck): string {
  return expected === null && received === null
    ? (reason ?? 'no reason given')
    : `expected ${expected ?? 'otherwise'}, received ${received ?? 'nothing'}`;
}

function ending(check: VerdictCheck, clause: VerdictClause | undefined): readonly Element[] {
  const kind = endings[check.verdict];
  if (kind === undefined) return check.reason === null ? [] : [element('system-out', {}, check.reason)];
  if (kind === 'skipped') return [element(kind, { message: `${check.verdict}: ${check.reason ?? message(check)}` })];
  return [element(kind, { message: message(check), type: check.verdict }, details(check, clause))];
}

function testCase(check: VerdictCheck, clause: VerdictClause | undefined): Element {
  const attributes = {
    name: `${check.id} ${check.title}`,
    classname: subjectTitle(check.operation),
    file: check.where,
    time: seconds(check.durationMs),
  };
  return element('testcase', attributes, [properties(check, clause), ...ending(check, clause)]);
}

function tallied(checks: readonly VerdictCheck[]): Readonly<Record<string, string | number>> {
  const ended = (kind: string): number => checks.filter(({ verdict }) => endings[verdict] === kind).length;
  const time = checks.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return { tests: checks.length, failures: ended('failure'), errors: ended('error'), skipped: ended('skipped'), time: seconds(time) };
}

/** `junit.xml`: a suite for each of ours, a case for each check. */
export function junitOf({ run, verdict, exitCode, clauses, checks }: VerdictFile): string {
  const known = new Map(clauses.map((clause) => [clause.id, clause]));
  const suites = [...Map.groupBy(checks, ({ suite }) => suite)].map(([name, own]) =>
    element(
      'testsuite',
      { name, timestamp: run.startedAt, ...tallied(own) },
      own.map((check) => testCase(check, known.get(check.clause))),
    ),
  );
  const name = `dmt-conformance ${run.target} ${run.id}: ${verdict}, exit ${exitCode}`;
  return xmlDocument(element('testsuites', { name, ...tallied(checks) }, suites));
}
