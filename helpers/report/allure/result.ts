import type { Label, StatusDetails, TestResult } from 'allure-js-commons';
import type { Verdict } from '../../core/records/verdicts.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Finding } from '../../fuzz/findings/finding.ts';
import { findingAttachments } from './finding.ts';
import { contractAttachments } from './contract.ts';
import type { ContractFile } from '../contract/pages.ts';
import { attachedIds, attachmentOf } from './exchange.ts';
import { resultUuid, testCaseOf } from './history.ts';
import { codesByExchange } from '../evidence/codes.ts';
import { descriptionOf } from './description.ts';
import { subjectTitle } from '../model/groups.ts';
import { checkIn, exactly, messageOf } from './rendered.ts';
import { lines, oneLine, shorten } from '../../core/text.ts';
import type { VerdictCheck, VerdictClause, VerdictFile } from '../model/verdict-file.ts';

/** Allure shows these as skipped or passed: the word says what they are. */
const toldApart: readonly Verdict[] = ['warn', 'observed', 'blocked', 'not-applicable', 'untried', 'waived', 'error'];

function labelsOf(check: VerdictCheck, clause: VerdictClause | undefined): Label[] {
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ['epic', check.area],
    ['feature', subjectTitle(check.operation)],
    ['story', clause === undefined ? check.clause : `${clause.id}: ${shorten(clause.text, 90)}`],
    ['tag', toldApart.includes(check.verdict) ? check.verdict : null],
    ...exactly(check, clause),
    ['suite', check.suite],
    ['check', check.id],
  ];
  return rows.flatMap(([name, value]) => (value == null ? [] : [{ name, value: oneLine(value) }]));
}

function detailsOf(check: VerdictCheck, clause: VerdictClause | undefined): StatusDetails {
  if (check.verdict === 'pass') return {};
  const trace = [
    check.place,
    clause === undefined ? null : `${clause.id} (${clause.certainty}), ${clause.section}`,
    `at ${check.where}`,
    check.reproduce,
  ];
  return {
    message: messageOf(check),
    ...(check.verdict === 'observed' ? {} : { trace: lines(trace.filter((line) => line !== null).join('\n')) }),
  };
}

export interface Evidence {
  readonly run: string;
  readonly checks: ReadonlyMap<string, VerdictCheck>;
  readonly clauses: ReadonlyMap<string, VerdictClause>;
  readonly exchanges: ReadonlyMap<string, Exchange>;
  readonly pages: readonly ContractFile[];
  /** By the exchange that asked for them: where OTPs came from. */
  readonly codes: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

export const evidenceOf = (
  file: VerdictFile,
  exchanges: readonly Exchange[],
  pages: readonly ContractFile[],
  findings: readonly Finding[] = [],
): Evidence => ({
  findings,
  run: file.run.id,
  pages,
  codes: codesByExchange(file.codes),
  checks: new Map(file.checks.map((check) => [check.id, check])),
  clauses: new Map(file.clauses.map((clause) => [clause.id, clause])),
  exchanges: new Map(exchanges.map((exchange) => [exchange.id, exchange])),
});

/** Gives the result of a Vitest test what our check knows: real times, reasons, labels, words and exchanges. */
export function decorate(result: TestResult, { run, checks, clauses, exchanges, pages, codes, findings }: Evidence): void {
  const check = checks.get(checkIn(result.name ?? ''));
  if (check === undefined) return;
  const clause = clauses.get(check.clause);
  const shown = attachedIds(check).flatMap((id) => exchanges.get(id) ?? []);
  const start = Date.parse(check.startedAt);
  // The id is permanent, a title is not: history follows the id, and so do links into the report.
  Object.assign(result, {
    uuid: resultUuid(run, check.id),
    name: check.title,
    historyId: testCaseOf(check.id),
    testCaseId: testCaseOf(check.id),
    fullName: check.id,
    // The reporter's own begins with the project in the working directory, and the page would differ with it.
    titlePath: ['dmt-conformance', check.suite],
    start,
    stop: start + Math.round(check.durationMs),
  });
  Object.assign(result, {
    labels: labelsOf(check, clause),
    statusDetails: detailsOf(check, clause),
    attachments: [
      ...findingAttachments(check, findings),
      ...contractAttachments(check, pages),
      ...shown.map((exchange) => attachmentOf(exchange, check, codes.get(exchange.id))),
    ],
  });
  result.descriptionHtml = descriptionOf(check, clause, check.verdict === 'pass' || check.verdict === 'observed' ? undefined : shown[0]);
}
