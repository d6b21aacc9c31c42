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
import { rowOf, type CheckRow } from '../model/check-row.ts';
import { checkIn, messageOf } from './test-words.ts';
import { lines, oneLine, shorten } from '../../core/text.ts';
import type { VerdictCheck, VerdictClause, VerdictFile } from '../model/verdict-file.ts';

/** Allure shows these as skipped or passed: the word says what they are. */
const toldApart: readonly Verdict[] = ['warn', 'observed', 'blocked', 'not-applicable', 'untried', 'waived', 'error'];

function labelsOf({ clause, sentence, operation, verdict, labels }: CheckRow, { area, suite, id }: VerdictCheck): Label[] {
  const rows = [
    ['epic', area],
    ['feature', operation],
    ['story', sentence === null ? clause : `${clause}: ${shorten(sentence, 90)}`],
    ...(toldApart.includes(verdict) ? [['tag', verdict] as const] : []),
    ...labels,
    ['suite', suite],
    ['check', id],
  ] as const;
  return rows.map(([name, value]) => ({ name, value: oneLine(value) }));
}

function detailsOf(row: CheckRow): StatusDetails {
  const { verdict, clause, certainty, section, place, where, repeat } = row;
  if (verdict === 'pass') return {};
  const trace = [place, certainty === null ? null : `${clause} (${certainty}), ${section ?? ''}`, `at ${where}`, repeat];
  return {
    message: messageOf(row),
    ...(verdict === 'observed' ? {} : { trace: lines(trace.filter((line) => line !== null).join('\n')) }),
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
  const row = rowOf(check, clauses.get(check.clause));
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
    labels: labelsOf(row, check),
    statusDetails: detailsOf(row),
    attachments: [
      ...findingAttachments(check, findings),
      ...contractAttachments(check, pages),
      ...shown.map((exchange) => attachmentOf(exchange, check, codes.get(exchange.id))),
    ],
  });
  result.descriptionHtml = descriptionOf(row, check.verdict === 'pass' || check.verdict === 'observed' ? undefined : shown[0]);
}
