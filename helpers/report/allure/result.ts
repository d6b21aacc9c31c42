import type { Label, Link, StatusDetails, TestResult } from 'allure-js-commons';
import { soundVerdicts, type Verdict } from '../../core/records/verdicts.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Finding } from '../../fuzz/findings/finding.ts';
import { findAccusing } from '../evidence/found.ts';
import { pickShown } from '../evidence/shown.ts';
import { findingAttachments, findingsShownBy, showFinding, withReplay, type ReplayedFinding } from './finding.ts';
import { contractAttachments } from './contract.ts';
import type { ContractFile } from '../contract/pages.ts';
import { pickAttachedIds } from '../evidence/attached.ts';
import { sumOwnTimes } from '../model/own-times.ts';
import { findRisk } from '../model/risk.ts';
import { rateSeverity } from '../model/severity.ts';
import { buildSteps } from './steps.ts';
import { formatSubject } from '../model/groups.ts';
import { decisionFiles, toMapAddress } from '../model/file-names.ts';
import { linkTo } from './page/frame.ts';
import { toResultUuid, toTestCaseId } from './page/history.ts';
import { describeCodesByExchange } from '../evidence/codes.ts';
import { renderDescription } from './description.ts';
import { toCheckRow, type CheckRow } from '../model/check-row.ts';
import { parseCheckId, formatMessage } from './test-names.ts';
import { toVisibleLines, toOneLine } from '../../core/text.ts';
import type { VerdictCheck, VerdictClause, VerdictFile } from '../model/verdict-file.ts';
import { byId } from '../../core/by-id.ts';

/** Allure shows these as skipped or passed; the tag shows the real verdict. */
const taggedVerdicts: readonly Verdict[] = ['warn', 'observed', 'blocked', 'not-applicable', 'untried', 'waived', 'error'];

/** A leaked secret belongs to the operation whose answer had it, whatever operation its clause is about. */
const findBranch = ({ verdict, clause }: VerdictCheck, row: CheckRow, deciding: Exchange | undefined): string =>
  verdict === 'fail' && findRisk(clause) === 'secrets' && deciding?.operation != null ? formatSubject(deciding.operation) : row.operation;

function buildAllureLabels(row: CheckRow, check: VerdictCheck, clause: VerdictClause | undefined, deciding: Exchange | undefined): Label[] {
  const { sentence, verdict, labels } = row;
  const rows = [
    ['epic', check.area],
    ['feature', findBranch(check, row, deciding)],
    ['story', sentence === null ? row.clause : `${row.clause}: ${sentence.replaceAll('`', '')}`],
    ['severity', rateSeverity(check, clause)],
    ...(taggedVerdicts.includes(verdict) ? [['tag', verdict] as const] : []),
    ...labels,
    ['suite', check.suite],
    // The timeline has a row for each thread of a host.
    ['host', 'checks'],
    ['thread', check.suite],
  ] as const;
  return rows.map(([name, value]) => ({ name, value: toOneLine(value) }));
}

/** Allure shows a warning as passed, so its name must tell. */
const shownName = ({ verdict, title }: VerdictCheck): string => (verdict === 'warn' ? `Warning: ${title}` : title);

function buildLinks({ clause, sentence }: CheckRow, cards: ReadonlyMap<string, string>): Link[] {
  const rows: readonly (readonly [name: string, path: string | undefined])[] = [
    ['Card to hand over', cards.get(clause)],
    ['Clause in the map of the specification', sentence === null ? undefined : toMapAddress(clause)],
    ['Decision page', decisionFiles.page],
  ];
  return rows.flatMap(([name, path]) => (path === undefined ? [] : [{ name, url: linkTo(path), type: 'link' }]));
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
  /** Milliseconds by check, without what it waited for others. */
  readonly ownTimes: ReadonlyMap<string, number>;
  readonly pages: readonly ContractFile[];
  /** Where OTPs came from, by the exchange that requested them. */
  readonly codes: ReadonlyMap<string, string>;
  readonly findings: readonly ReplayedFinding[];
  /** The address of the card of each broken clause, from the report folder. */
  readonly cards: ReadonlyMap<string, string>;
}

export const indexEvidence = (
  file: VerdictFile,
  exchanges: readonly Exchange[],
  pages: readonly ContractFile[],
  findings: readonly Finding[] = [],
  cards: ReadonlyMap<string, string> = new Map(),
): AllureEvidence => ({
  cards,
  findings: withReplay(findings, file.run),
  run: file.run.id,
  pages,
  codes: describeCodesByExchange(file.codes),
  checks: byId(file.checks),
  clauses: byId(file.clauses),
  exchanges: byId(exchanges),
  ownTimes: sumOwnTimes(file.checks, exchanges),
});

/** Adds times, reasons, labels, texts and exchanges of the check to a Vitest result. */
export function decorateResult(
  result: TestResult,
  { run, checks, clauses, exchanges, ownTimes, pages, codes, findings, cards }: AllureEvidence,
): void {
  const check = checks.get(parseCheckId(result.name ?? ''));
  if (check === undefined) return;
  const clause = clauses.get(check.clause);
  const row = toCheckRow(check, clause);
  const attachedExchanges = pickAttachedIds(check).flatMap((id) => exchanges.get(id) ?? []);
  const start = Date.parse(check.startedAt);
  // Ids are permanent and titles are not, so history and links use the id.
  Object.assign(result, {
    uuid: toResultUuid(run, check.id),
    name: shownName(check),
    historyId: toTestCaseId(check.id),
    testCaseId: toTestCaseId(check.id),
    fullName: check.id,
    // The default begins with the name of the working directory, so the page would depend on it.
    titlePath: ['dmt-conformance', check.suite],
    start,
    stop: start + Math.round(ownTimes.get(check.id) ?? 0),
  });
  Object.assign(result, {
    labels: buildAllureLabels(row, check, clause, attachedExchanges[0]),
    links: buildLinks(row, cards),
    steps: buildSteps(check, exchanges, codes),
    statusDetails: buildStatusDetails(row),
    attachments: [...findingAttachments(check, findings), ...contractAttachments(check, pages)],
  });
  result.descriptionHtml = renderDescription(
    row,
    soundVerdicts.has(check.verdict) ? [] : pickShown(row, findAccusing(row, findings), exchanges),
    findingsShownBy(check, findings).map((finding) => showFinding(finding, exchanges)),
  );
}
