import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Certainty, Clause } from '../../specs/clause.ts';
import { operations } from '../../specs/operations.ts';
import type { Operation } from '../../specs/operation.ts';
import { verdicts, type Owner, type Verdict } from '../../helpers/core/records/verdicts.ts';
import { openJournal } from '../../helpers/report/journal/journal.ts';
import type { JournalEnd } from '../../helpers/report/journal/sittings.ts';
import type { Outcome, PlannedCheck } from '../../helpers/core/records/outcome.ts';
import { type RunHeader, journalVersion } from '../../helpers/core/records/journal-lines.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';

export const hostile =
  '<img src=x onerror=alert(1)>\u001b[31mred\u001b[0m\u0000 [link](http://evil.example) `code` | "quoted" \u202eevil\nnext ]]> \ud800';

export const header: RunHeader = {
  id: 'sample-run-1',
  startedAt: '2031-01-02T03:04:05.000Z',
  suiteVersion: '0.0.0-sample',
  suiteFingerprint: 'sample-suite',
  targetFingerprint: 'sample-target',
  specification: 'sample-specification',
  profile: 'full',
  selection: null,
  target: 'uat',
  hosts: ['uat.example'],
  targetBuild: null,
  runBy: null,
  seed: 20310102,
  program: 'npm run conformance -- --env uat',
};

const endings: Readonly<Record<Verdict, { readonly certainty: Certainty; readonly told: Partial<Outcome>; readonly owner: Owner | null }>> =
  {
    pass: { certainty: 'stated', told: {}, owner: null },
    fail: {
      certainty: 'stated',
      told: { expected: 'text of digits', received: '50123 (a number)', place: 'result.invoiceId', seen: '3 of 3' },
      owner: 'service',
    },
    warn: { certainty: 'exemplified', told: { expected: '"COMPLETED"', received: '"SAMPLE" (text)' }, owner: 'specification' },
    observed: {
      certainty: 'silent',
      told: { reason: 'the specification leaves it open', facts: ['answers with an empty object'] },
      owner: null,
    },
    blocked: { certainty: 'stated', told: { reason: 'OP11-SERVED failed: HTTP 404', cause: 'OP11-SERVED' }, owner: 'service' },
    'not-applicable': { certainty: 'stated', told: { reason: 'nothing PENDING was seen' }, owner: null },
    untried: { certainty: 'stated', told: { reason: 'no second agent (DMT_OTHER_AGENT_ID)' }, owner: 'configuration' },
    waived: {
      certainty: 'stated',
      told: { expected: 'HTTP 415', received: 'HTTP 405', reason: 'accepted until 2031-03-01 (SAMPLE-1)' },
      owner: 'service',
    },
    error: { certainty: 'stated', told: { reason: 'TypeError: sample is not a function' }, owner: 'suite' },
  };

const plain: Omit<Outcome, 'check' | 'verdict'> = {
  expected: null,
  received: null,
  place: null,
  seen: null,
  reason: null,
  cause: null,
  owner: null,
  evidence: [],
  facts: [],
  startedAt: header.startedAt,
  durationMs: 12,
};

export const clauseFor = (verdict: Verdict, operation: Operation, index = 0): Clause => ({
  id: `${operation.id.replace('-', '')}-${verdict.toUpperCase()}-${index}`,
  section: 'Sample section',
  operation: operation.id,
  certainty: endings[verdict].certainty,
  text: `a sample sentence about ${operation.title.toLowerCase()} that ends as ${verdict}`,
});

export const checkFor = (clause: Clause): PlannedCheck => ({
  id: `${clause.id}~plain`,
  clause: clause.id,
  operation: clause.operation,
  area: 'Business operations',
  suite: 'sample',
  title: `a sample fact of ${clause.id}`,
  where: 'suites/sample.ts:1',
});

export const outcomeFor = (check: PlannedCheck, verdict: Verdict, told: Partial<Outcome> = {}): Outcome => ({
  ...plain,
  ...endings[verdict].told,
  owner: endings[verdict].owner,
  ...told,
  check: check.id,
  verdict,
});

export function exchangeFor(id: string, { id: operation, method, path, payload }: Operation, over: Partial<Exchange> = {}): Exchange {
  const body = { text: JSON.stringify({ sample: id, amount: 100.37 }), encoding: 'utf8' as const };
  const headers = [
    ['content-type', 'application/json'],
    ['authorization', 'Bearer sample-token'],
  ] as const;
  return {
    id,
    operation,
    purpose: 'a sample call',
    startedAt: header.startedAt,
    durationMs: 7,
    request: {
      method,
      url: `https://uat.example${path.replaceAll(/\{(\w+)\}/g, 'sample-$1')}?subAgentTagId=sample-tag`,
      headers,
      body: payload === null ? null : body,
    },
    response: {
      status: 200,
      headers: [
        ['content-type', 'application/json'],
        ['date', 'Thu, 02 Jan 2031 03:04:05 GMT'],
      ],
      body: { text: JSON.stringify({ status: { message: 'success', code: 2000 }, result: { sample: 'x'.repeat(400) } }), encoding: 'utf8' },
      truncated: false,
    },
    trouble: null,
    ...over,
  };
}

export interface Sample {
  readonly run: RunHeader;
  readonly clauses: readonly Clause[];
  readonly plan: readonly PlannedCheck[];
  readonly outcomes: readonly Outcome[];
  readonly exchanges: readonly Exchange[];
  readonly end: JournalEnd | null;
}

export const endLine: JournalEnd = {
  kind: 'end',
  finishedAt: '2031-01-02T03:04:09.000Z',
  totals: { requests: 18, otps: 2, transfers: 1, amount: '100.37' },
  inconclusive: null,
};

export function buildSample(ends: readonly Verdict[], over: Partial<Sample> = {}): Sample {
  const rows = ends.map((verdict, index) => {
    const operation = operations[index % operations.length] ?? operations[0];
    const clause = clauseFor(verdict, operation, index);
    const exchange = exchangeFor(`x${index + 1}`, operation);
    const check = checkFor(clause);
    const judged = !['blocked', 'untried', 'not-applicable', 'error'].includes(verdict);
    return { clause, check, exchange, outcome: outcomeFor(check, verdict, { evidence: judged ? [exchange.id] : [] }) };
  });
  return {
    run: header,
    clauses: rows.map(({ clause }) => clause),
    plan: rows.map(({ check }) => check),
    outcomes: rows.map(({ outcome }) => outcome),
    exchanges: rows.map(({ exchange }) => exchange),
    end: endLine,
    ...over,
  };
}

export const everyVerdict = (over: Partial<Sample> = {}): Sample => buildSample(verdicts, over);

export function writeSample(folder: string, { run, plan, outcomes, exchanges, end }: Sample): void {
  const journal = openJournal(folder);
  journal.write({ kind: 'run', schemaVersion: journalVersion, run, plan });
  for (const outcome of outcomes) journal.write({ kind: 'outcome', outcome });
  if (end !== null) journal.write(end);
  journal.close();
  writeFileSync(join(folder, 'exchanges.jsonl'), exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join(''));
}

const folders: string[] = [];

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dmt-report-'));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
