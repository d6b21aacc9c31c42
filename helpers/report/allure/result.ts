import type { Label, StatusDetails, TestResult } from 'allure-js-commons';
import type { Verdict } from '../../core/records/verdicts.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Finding } from '../../fuzz/findings/finding.ts';
import { findingAttachments } from './finding.ts';
import { contractAttachments } from './contract.ts';
import type { ContractFile } from '../contract/pages.ts';
import { pickAttachedIds, buildAttachment } from './exchange.ts';
import { toResultUuid, toTestCaseId } from './history.ts';
import { describeCodesByExchange } from '../evidence/codes.ts';
import { renderDescription } from './description.ts';
import { toCheckRow, type CheckRow } from '../model/check-row.ts';
import { parseCheckId, formatMessage } from './test-names.ts';
import { toVisibleLines, toOneLine, shorten } from '../../core/text.ts';
import type { VerdictCheck, VerdictClause, VerdictFile } from '../model/verdict-file.ts';
import { byId } from '../../core/by-id.ts';

/** Allure shows these as skipped or passed; the tag shows the real verdict. */
const taggedVerdicts: readonly Verdict[] = ['warn', 'observed', 'blocked', 'not-applicable', 'untried', 'waived', 'error'];

function buildAllureLabels({ clause, sentence, operation, verdict, labels }: CheckRow, { area, suite, id }: VerdictCheck): Label[] {
  const rows = [
    ['epic', area],
    ['feature', operation],
    ['story', sentence === null ? clause : `${clause}: ${shorten(sentence, 90)}`],
    ...(taggedVerdicts.includes(verdict) ? [['tag', verdict] as const] : []),
    ...labels,
    ['suite', suite],
    ['check', id],
  ] as const;
  return rows.map(([name, value]) => ({ name, value: toOneLine(value) }));
}

function buildStatusDetails(row: CheckRow): StatusDetails {
  const { verdict, clause, certainty, section, place, where, repeat } = row;
  if (verdict === 'pass') return {};
  const trace = [place, certainty === null ? null : `${clause} (${certainty}), ${section ?? ''}`, `at ${where}`, repeat];
  return {
    message: formatMessage(row),
    ...(verdict === 'observed' ? {} : { trace: toVisibleLines(trace.filter((line) => line !== null).join('\n')) }),
  };
}

export interface AllureEvidence {
  readonly run: string;
  readonly checks: ReadonlyMap<string, VerdictCheck>;
  readonly clauses: ReadonlyMap<string, VerdictClause>;
  readonly exchanges: ReadonlyMap<string, Exchange>;
  readonly pages: readonly ContractFile[];
  /** Where OTPs came from, by the exchange that requested them. */
  readonly codes: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

export const indexEvidence = (
  file: VerdictFile,
  exchanges: readonly Exchange[],
  pages: readonly ContractFile[],
  findings: readonly Finding[] = [],
): AllureEvidence => ({
  findings,
  run: file.run.id,
  pages,
  codes: describeCodesByExchange(file.codes),
  checks: byId(file.checks),
  clauses: byId(file.clauses),
  exchanges: byId(exchanges),
});

/** Adds times, reasons, labels, texts and exchanges of the check to a Vitest result. */
export function decorateResult(result: TestResult, { run, checks, clauses, exchanges, pages, codes, findings }: AllureEvidence): void {
  const check = checks.get(parseCheckId(result.name ?? ''));
  if (check === undefined) return;
  const row = toCheckRow(check, clauses.get(check.clause));
  const attachedExchanges = pickAttachedIds(check).flatMap((id) => exchanges.get(id) ?? []);
  const start = Date.parse(check.startedAt);
  // Ids are permanent and titles are not, so history and links use the id.
  Object.assign(result, {
    uuid: toResultUuid(run, check.id),
    name: check.title,
    historyId: toTestCaseId(check.id),
    testCaseId: toTestCaseId(check.id),
    fullName: check.id,
    // The default begins with the name of the working directory, so the page would depend on it.
    titlePath: ['dmt-conformance', check.suite],
    start,
    stop: start + Math.round(check.durationMs),
  });
  Object.assign(result, {
    labels: buildAllureLabels(row, check),
    statusDetails: buildStatusDetails(row),
    attachments: [
      ...findingAttachments(check, findings),
      ...contractAttachments(check, pages),
      ...attachedExchanges.map((exchange) => buildAttachment(exchange, check, codes.get(exchange.id))),
    ],
  });
  result.descriptionHtml = renderDescription(
    row,
    check.verdict === 'pass' || check.verdict === 'observed' ? undefined : attachedExchanges[0],
  );
}
