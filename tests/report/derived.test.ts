import { afterAll, describe, expect, test } from 'vitest';
import type { Har } from 'har-format';
import { renderHar } from '../../helpers/report/evidence/har.ts';
import { renderJunit } from '../../helpers/report/junit.ts';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import { renderSummary } from '../../helpers/report/summary.ts';
import { summaryLines } from '../../helpers/report/terminal/lines.ts';
import { pickShown } from '../../helpers/report/evidence/shown.ts';
import { byId } from '../../helpers/core/by-id.ts';
import { renderDescription } from '../../helpers/report/allure/description.ts';
import { toCheckRow } from '../../helpers/report/model/check-row.ts';
import { assembleVerdict } from '../../helpers/report/verdict/assemble.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { operations } from '../../specs/operations.ts';
import { everyVerdict, exchangeFor, hostile, newFolder, removeFolders, writeSample, type Sample } from './sample.ts';

afterAll(removeFolders);

function assembleFile(sample: Sample): VerdictFile {
  const folder = newFolder();
  writeSample(folder, sample);
  return assembleVerdict(readJournal(folder), sample.clauses);
}

const file = assembleFile(everyVerdict());

/** Every text of the target is an attack. */
const attacked = assembleFile(
  everyVerdict({
    outcomes: everyVerdict().outcomes.map((outcome) => ({
      ...outcome,
      received: hostile,
      expected: hostile,
      place: hostile,
      reason: hostile,
      cause: outcome.cause === null ? null : hostile,
      facts: [hostile],
    })),
  }),
);

const illegal = /(?![\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\ufffe\uffff]/u;

/** Strict enough to notice a smuggled or unclosed tag. */
function parseElements(xml: string): readonly string[] {
  const open: string[] = [];
  const seen: string[] = [];
  const rest = xml
    .replace(/^<\?xml[^>]*\?>/, '')
    .replaceAll(/<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>/g, (_whole, closing: string, name: string, _attributes, empty: string) => {
      if (closing === '/') expect(open.pop()).toBe(name);
      else seen.push(name);
      if (closing === '' && empty === '') open.push(name);
      return '';
    });
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]/);
  return seen;
}

const countNames = (names: readonly string[], wanted: string): number => names.filter((name) => name === wanted).length;

describe('junit.xml', () => {
  test('has the counts of verdict.json, in four results', () => {
    const xml = renderJunit(file, []);
    const names = parseElements(xml);
    const { counts, checks } = file;
    expect(countNames(names, 'testcase')).toBe(checks.length);
    expect(countNames(names, 'failure')).toBe(counts.fail);
    expect(countNames(names, 'error')).toBe(counts.error);
    expect(countNames(names, 'skipped')).toBe(counts.blocked + counts['not-applicable'] + counts.untried + counts.waived);
    expect(xml).toContain('tests="9" failures="1" errors="1" skipped="4"');
    expect(xml).toContain('<skipped message="untried: no second agent (DMT_OTHER_AGENT_ID)"/>');
    expect(xml).toContain('<property name="certainty" value="exemplified"/>');
  });

  test('says of all but a pass how to repeat it', () => {
    const repeated = [...renderJunit(file, []).matchAll(/<property name="reproduce" value="[^"]*&#39;([^"]+)&#39;"/g)].map(([, id]) => id);
    expect(repeated).toEqual(file.checks.flatMap(({ id, verdict }) => (verdict === 'pass' ? [] : [id])));
  });

  test('stays well-formed and keeps hostile text as text', () => {
    const xml = renderJunit(attacked, []);
    expect(countNames(parseElements(xml), 'testcase')).toBe(9);
    expect(xml).not.toMatch(illegal);
    expect(xml.isWellFormed()).toBe(true);
    expect(xml).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});

describe('hostile text', () => {
  test('reaches no terminal as an escape sequence', () => {
    const text = summaryLines(attacked, { color: false, report: hostile }).join('\n');
    expect(text).not.toMatch(illegal);
    expect(text).toContain('\\u001b[31mred');
  });

  test('is neither tag nor link nor column in Markdown', () => {
    const text = renderSummary(attacked);
    expect(text).not.toMatch(illegal);
    const outsideCode = text.replaceAll(/(`+) .*? \1(?!`)/g, '').replaceAll(/`[^`]*`/g, '');
    expect(outsideCode).not.toMatch(/(?<!\\)<img|(?<!\\)\[link\]|(?<!\\)<|[^\\]:\/\//);
    const rows = text.split('\n').filter((line) => line.startsWith('| '));
    for (const row of rows) expect(row.replaceAll('\\|', '').match(/\|/g)).toHaveLength(3);
  });

  test('is no markup in a description', () => {
    const exchange = exchangeFor('x1', operations[2], { purpose: hostile });
    const answer = { status: 200, headers: [], body: { text: hostile, encoding: 'utf8' as const }, truncated: false };
    for (const check of attacked.checks) {
      const row = toCheckRow(check, attacked.clauses[0]);
      const html = renderDescription(row, pickShown({ ...row, evidence: ['x1'] }, null, byId([{ ...exchange, response: answer }])));
      expect(html).not.toContain('<img');
      expect(html).not.toMatch(illegal);
    }
  });
});

describe('summary', () => {
  test('shows the verdict first, then what broke, what was not tested and who must act', () => {
    const text = summaryLines(file, { color: false, report: 'reports/allure-report/index.html', map: 'reports/specification.html' }).join(
      '\n',
    );
    const order = [
      'NOT CONFORMANT',
      'FAIL ',
      'ERROR ',
      'UNJUDGED ',
      'BLOCKED ',
      'WAIVED ',
      'WARN ',
      'map      reports/specification.html',
      'report ',
    ];
    const places = order.map((word) => text.indexOf(word));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    expect(text).toContain("npm run conformance -- --env uat --check 'OP2-FAIL-1~plain'");
    expect(text).toContain(
      'clauses  7 binding: 1 kept, 1 not applicable, 1 broken, 3 not judged, 1 accepted · 1 question about clauses that do not bind',
    );
    expect(text).toContain('checks   9: 3 passed, 1 failed, 1 error of the suite, 4 skipped');
    expect(text).toContain('BLOCKED  1 check   because OP11-SERVED failed: HTTP 404 · action: service team');
    expect(text).toMatch(/exit 1$/);
  });

  test('says how to resume a run that was interrupted or blocked by the environment', () => {
    const { run, checks } = file;
    const renderWith = (over: Partial<typeof run>, owner: 'environment' | 'service'): string => {
      const all = checks.map((check) => (check.verdict === 'blocked' ? { ...check, owner } : check));
      return summaryLines({ ...file, run: { ...run, ...over }, checks: all }, { color: false, report: null, folder: 'reports/uat' }).join(
        '\n',
      );
    };
    const command = "run --resume --report-dir reports/uat --check 'OP-9'";
    expect(renderWith({ target: 'uat', interrupted: true, selection: ['OP-9'] }, 'service')).toContain(command);
    expect(renderWith({ target: 'uat', interrupted: false, selection: ['OP-9'] }, 'environment')).toContain(command);
    expect(renderWith({ target: 'uat', interrupted: false }, 'service')).not.toContain('--resume');
    expect(renderWith({ target: 'sandbox', interrupted: true }, 'environment')).not.toContain('--resume');
  });

  test('is colored only on request', () => {
    expect(summaryLines(file, { color: false, report: null }).join('')).not.toContain('\u001b');
    expect(summaryLines(file, { color: true, report: null }).join('')).toContain('\u001b[31m');
  });
});

describe('evidence.har', () => {
  const [pass, fail] = [everyVerdict().outcomes[0], everyVerdict().outcomes[1]].map((outcome) => outcome?.check);
  const judged: VerdictFile = {
    ...file,
    checks: file.checks.map((check) => {
      if (check.id === pass) return { ...check, evidence: ['x2', 'x3'] };
      return { ...check, evidence: check.id === fail ? ['x1', 'x99'] : [] };
    }),
  };
  const render = (exchanges: readonly Exchange[]): Har => JSON.parse([...renderHar(judged, exchanges)].join('')) as Har;

  test('holds what somebody has to act on, and what decided any other clause', () => {
    const { log } = render(['x1', 'x2', 'x3', 'x4', 'x99'].map((id) => exchangeFor(id, operations[2])));
    expect(log.entries.map(({ comment }) => comment)).toEqual(['x1 a sample call', 'x3 a sample call', 'x99 a sample call']);
    expect(log.comment).toContain('3 of 5 exchanges, all are in exchanges.jsonl');
  });

  test('holds one of the answers that say the same, where nobody has to act', () => {
    const passes = file.checks.filter(({ owner }) => owner === null).map((check) => ({ ...check, evidence: [`p-${check.id}`] }));
    const ids = passes.flatMap(({ evidence }) => evidence);
    const [first = '', ...others] = ids;
    const exchanges = [exchangeFor(first, operations[0]), ...others.map((id) => exchangeFor(id, operations[2]))];
    const { log } = JSON.parse([...renderHar({ ...file, checks: passes }, exchanges)].join('')) as Har;
    expect(ids.length).toBeGreaterThan(2);
    expect(log.entries).toHaveLength(2);
  });

  test('has the form of HAR 1.2', () => {
    const silent = exchangeFor('x99', operations[0], { response: null, trouble: { kind: 'reset', message: 'sample reset' } });
    const { log } = render([exchangeFor('x1', operations[2]), silent]);
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'dmt-conformance' } });
    expect(log.entries[0]).toMatchObject({
      request: {
        method: 'POST',
        postData: { mimeType: 'application/json' },
        queryString: [{ name: 'subAgentTagId', value: 'sample-tag' }],
      },
      response: { status: 200, statusText: 'OK', content: { mimeType: 'application/json' } },
      cache: {},
    });
    expect(log.entries[1]).toMatchObject({ response: { status: 0 }, comment: 'x99 a sample call: reset, sample reset' });
  });
});
