import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findSchemaErrors } from '../../helpers/report/model/schema-errors.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { Verdict } from '../../helpers/core/records/verdicts.ts';
import { program, readJson, stackTrace, wholeProgram, type EndedProgram } from '../program/program.ts';

const left = [
  'verdict.json',
  'junit.xml',
  'summary.md',
  'decision.json',
  'decision.html',
  'specification.html',
  'evidence.har',
  'outcomes.jsonl',
  'exchanges.jsonl',
  'ledger.jsonl',
  'allure-report/index.html',
];

const skipped: readonly Verdict[] = ['blocked', 'not-applicable', 'untried', 'waived'];

const counted = ({ checks }: VerdictFile, ...verdicts: readonly Verdict[]): number =>
  checks.filter(({ verdict }) => verdicts.includes(verdict)).length;

function tallies(file: VerdictFile): { total: number; failed: number; broken: number; skipped: number } {
  return { total: file.checks.length, failed: counted(file, 'fail'), broken: counted(file, 'error'), skipped: counted(file, ...skipped) };
}

function junitTallies(folder: string): unknown {
  const xml = readFileSync(join(folder, 'junit.xml'), 'utf8');
  const [, total, failed, broken, skips] = /<testsuites [^>]*tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/.exec(xml) ?? [];
  expect(xml.match(/<testcase /g)?.length).toBe(Number(total));
  expect(xml.match(/<skipped /g)?.length ?? 0).toBe(Number(skips));
  return { total: Number(total), failed: Number(failed), broken: Number(broken), skipped: Number(skips) };
}

function allureTallies(folder: string): unknown {
  const results = readdirSync(join(folder, 'allure-results')).filter((name) => name.endsWith('-result.json'));
  const statuses = results.map((name) => (readJson(join(folder, 'allure-results'), name) as { status: string }).status);
  const ended = (status: string): number => statuses.filter((one) => one === status).length;
  return { total: results.length, failed: ended('failed'), broken: ended('broken'), skipped: ended('skipped') };
}

const findHosts = ({ folder }: EndedProgram): string[] => [
  ...new Set(readFileSync(join(folder, 'exchanges.jsonl'), 'utf8').match(/127\.0\.0\.1:\d+/g)),
];

/** The folder is kept for months and sent around. What adds to it takes away elsewhere. */
const maxBytes = 8_000_000;

/** Of the suite, where this checkout has a proof; and what outlives the run. */
const notOfRun = /^(?:proof\.html|ledger\.jsonl|runs-.*\.jsonl)$/;

/** A page that several checks show is there once, under several names. */
function countBytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !notOfRun.test(entry.name),
  );
  const sizes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)));
  return [...new Map(sizes.map(({ ino, size }) => [ino, size])).values()].reduce((sum, size) => sum + size, 0);
}

describe('with nothing configured', () => {
  test('two simultaneous runs from one checkout each judge a sandbox and leave a whole report', async () => {
    const runs = await Promise.all([wholeProgram([]), wholeProgram([])]);
    for (const { code, said, verdict, folder } of runs) {
      expect(said).not.toMatch(stackTrace);
      expect(said).toMatch(/^self-check {3}3 planted faults seen$/m);
      expect({ code, verdict: verdict.verdict, exitCode: verdict.exitCode, departures: findSchemaErrors(verdict) }).toEqual({
        code: 0,
        verdict: 'conformant',
        exitCode: 0,
        departures: [],
      });
      expect(said).toContain(`SANDBOX · CONFORMANT · all ${verdict.binding.total} binding clauses judged`);
      expect(left.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
      expect(junitTallies(folder)).toEqual(tallies(verdict));
      expect(allureTallies(folder)).toEqual(tallies(verdict));
      expect(countBytes(folder)).toBeLessThan(maxBytes);
      expect(Object.values(verdict.counts).reduce((sum, count) => sum + count, 0)).toBe(verdict.checks.length);
    }
    const [one = [], other = []] = runs.map(findHosts);
    // The sandbox's address, and our own for callbacks.
    expect([one.length, other.length]).toEqual([2, 2]);
    expect(one.filter((host) => other.includes(host))).toEqual([]);
  });

  test('a run of selected checks says so', async () => {
    const { code, said, verdict } = await program(['--check', 'OP-2', 'CODE-LISTED~listed-OP-15']);
    expect({ code, verdict: verdict.verdict, selection: verdict.run.selection }).toEqual({
      code: 0,
      verdict: 'conformant-selection',
      selection: ['OP-2', 'CODE-LISTED~listed-OP-15'],
    });
    expect(said).toMatch(/SANDBOX · SELECTION · CONFORMANT · \d+ binding clauses judged by \d+ selected checks alone/);
    expect(verdict.checks.every(({ operation, id }) => operation === 'OP-2' || id === 'CODE-LISTED~listed-OP-15')).toBe(true);
  });

  test('DMT_FAIL_ON changes exit code 0 to 5', async () => {
    const ended = await program(['--check', 'OP-2'], { DMT_FAIL_ON: 'untested,new' });
    expect({ code: ended.code, exitCode: ended.verdict.exitCode, verdict: ended.verdict.verdict }).toEqual({
      code: 0,
      exitCode: 0,
      verdict: 'conformant-selection',
    });
    expect(ended.said).toContain('new: unknown, since');
    const open = await program(['--check', 'OP-2', 'OP-9'], { DMT_FAIL_ON: 'untested', DMT_MAX_TRANSFERS: '0' });
    expect({ code: open.code, exitCode: open.verdict.exitCode, verdict: open.verdict.verdict }).toEqual({
      code: 5,
      exitCode: 5,
      verdict: 'judged-in-part',
    });
    expect(open.said).toMatch(/untested: \d+ binding clauses not judged/);
  });

  test('a second run replaces the report, and keeps the ledger', async () => {
    const first = await program(['--check', 'OP-9']);
    const ledger = readFileSync(join(first.folder, 'ledger.jsonl'), 'utf8');
    expect(ledger).not.toBe('');
    const second = await wholeProgram(['--check', 'OP-2'], {}, first.folder);
    expect(second.verdict.checks.every(({ operation }) => operation === 'OP-2')).toBe(true);
    expect(readFileSync(join(first.folder, 'ledger.jsonl'), 'utf8').startsWith(ledger)).toBe(true);
    expect(allureTallies(first.folder)).toEqual(tallies(second.verdict));
  });
});

describe('a usage error ends with 2 and one message', () => {
  test.each([
    ['an unknown option', ['--no-such-option'], {}, '--no-such-option'],
    ['an unknown command', ['no-such-command'], {}, 'no-such-command'],
    ['a report folder that cannot be written', ['--report-dir', '/dev/null/reports'], {}, 'DMT_REPORT_DIR'],
    ['a pattern that selects nothing', [], { DMT_CHECKS: 'OP-99' }, 'OP-99'],
    ['one pattern of several that selects nothing', ['--check', 'OP-2', 'NO-SUCH-CLAUSE'], {}, 'NO-SUCH-CLAUSE'],
    ['a mistyped command, with the one that was meant', ['repport'], {}, 'did you mean report?'],
    ['options that contradict each other', ['sandbox', '--fault', 'textbook-405', '--variant', 'html-refusals'], {}, 'cannot be used with'],
    ['an unknown variant', ['sandbox', '--variant', 'no-such-variant'], {}, 'no-such-variant'],
    ['an unknown fault that is like no other', ['sandbox', '--fault', 'nosuch'], {}, 'received "nosuch"\n'],
    ['a port that no host has', ['sandbox', '--port', '70000'], {}, 'expected a port from 0 to 65535'],
    ['an unknown word in DMT_FAIL_ON', [], { DMT_FAIL_ON: 'everything' }, 'DMT_FAIL_ON'],
    ['no journal to report of', ['report'], {}, 'outcomes.jsonl'],
  ] as const)('%s', async (_, args, environment, named) => {
    const { code, said } = await program(args, environment);
    expect({ code, trace: stackTrace.test(said) }).toEqual({ code: 2, trace: false });
    expect(said).toContain(named);
  });

  test('help is not a usage error', async () => {
    expect((await program(['--help'])).code).toBe(0);
  });
});
