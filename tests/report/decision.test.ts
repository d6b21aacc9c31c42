import { afterAll, describe, expect, test } from 'vitest';
import { findSchemaErrors } from '../../helpers/report/model/schema-errors.ts';
import { buildDecision, type Decision } from '../../helpers/report/decision/content.ts';
import { renderDecision } from '../../helpers/report/decision/html.ts';
import { parseLedger } from '../../helpers/report/journal/ledger.ts';
import { listJudgedFacts } from '../../helpers/report/decision/judged.ts';
import { judgeSignable } from '../../helpers/report/verdict/signable.ts';
import { compareRuns } from '../../helpers/report/compare/compare.ts';
import { page, html as template, text as escaped } from '../../helpers/report/pages/html.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { LedgerLine } from '../../helpers/client/journal/ledger.ts';
import { assembleFile, illegal } from './assembled.ts';
import { everyVerdict, header, hostile, removeFolders, buildSample, type Sample } from './sample.ts';

afterAll(removeFolders);

const evidence = '0'.repeat(64);
const decided = (file: VerdictFile, over: Partial<Parameters<typeof buildDecision>[1]> = {}): Decision =>
  buildDecision(file, { calls: [], changes: null, evidence, ...over });

const certified: Sample['run'] = { ...header, profile: 'certification', targetBuild: '2031.1', plantedFaultsSeen: 3, safety: true };
const conformant = assembleFile(buildSample(['pass', 'warn', 'observed'], { run: certified }));
const every = assembleFile(everyVerdict({ run: certified }));
const interrupted = assembleFile(buildSample(['pass', 'fail'], { run: certified, end: null, outcomes: buildSample(['pass']).outcomes }));

const line = (exchange: string, state: LedgerLine['state'], over: Partial<LedgerLine> = {}): string =>
  JSON.stringify({
    at: '2031-01-02T03:04:06.000Z',
    run: header.id,
    exchange,
    state,
    operation: 'OP-9',
    effect: 'moves-money',
    method: 'POST',
    url: 'https://uat.example/wallet',
    amount: '100.37',
    correlationId: 'sample-correlation',
    detail: null,
    ...over,
  } satisfies LedgerLine);

const implied = (sample: Sample): Sample => ({
  ...sample,
  clauses: sample.clauses.map((clause) => ({ ...clause, certainty: 'implied' })),
});

describe('a run may be signed', () => {
  test('when it is whole, certified, conformant and of a known build', () => {
    expect(judgeSignable(conformant)).toEqual({ signable: true, against: [] });
  });

  const changed = (over: Partial<VerdictFile['run']>): VerdictFile => ({ ...conformant, run: { ...conformant.run, ...over } });
  const unchecked = assembleFile(buildSample(['pass'], { run: { ...header, profile: 'certification', targetBuild: '2031.1' } }));
  test.each([
    ['a broken clause', assembleFile(buildSample(['pass', 'fail'], { run: certified })), 'the verdict is non-conformant'],
    ['a blocked clause', assembleFile(buildSample(['pass', 'blocked'], { run: certified })), 'the verdict is incomplete'],
    ['a stated clause untried', assembleFile(buildSample(['pass', 'untried'], { run: certified })), '1 binding clause not judged'],
    [
      'an implied clause untried',
      assembleFile(implied(buildSample(['pass', 'untried'], { run: certified }))),
      '1 binding clause not judged',
    ],
    ['an interruption', interrupted, 'interrupted'],
    ['the sandbox', changed({ target: 'sandbox' }), 'a sandbox was judged'],
    ['a selection', changed({ selection: ['OP-2'] }), 'only selected checks were run: OP-2'],
    ['the essential profile', changed({ profile: 'essential' }), 'essential'],
    ['the full profile', changed({ profile: 'full' }), 'certification'],
    ['prod', assembleFile(buildSample(['pass'], { run: { ...certified, target: 'prod' } })), 'PROD is only read'],
    ['DMT_SAFETY=off', changed({ safety: false }), 'DMT_SAFETY'],
    ['an unknown build', changed({ targetBuild: null }), 'DMT_TARGET_BUILD'],
    ['no self-check', unchecked, 'planted faults'],
  ] as const)('but not with %s', (_what, file, ground) => {
    const { signable, against } = judgeSignable(file);
    expect(signable).toBe(false);
    expect(against.join('\n')).toContain(ground);
  });

  test('but not with waivers that do not fit; it lists those that end soon', () => {
    const file = { ...conformant, unfit: ['SAMPLE-1 is stale'], expiring: ['SAMPLE-2 ends on 2031-01-09'] };
    expect(judgeSignable(file)).toEqual({ signable: false, against: ['SAMPLE-1 is stale'] });
    expect(renderDecisionPage(file)).toContain('<li>SAMPLE-2 ends on 2031-01-09</li>');
  });

  const open = assembleFile(buildSample(['pass', 'untried'], { run: certified }));
  const gaps = open.clauses.flatMap(({ id, signature }) =>
    signature === null
      ? []
      : [
          {
            clause: id,
            target: 'uat',
            signatures: [signature],
            reason: 'no second agent',
            owner: 'Testcase Owner',
            ticket: 'SAMPLE-2',
            approver: 'Testcase Approver',
            expires: '2031-03-01',
          },
        ],
  );

  test('with an untried clause that is accepted in writing', () => {
    const file = assembleFile(buildSample(['pass', 'untried'], { run: certified }), { gaps });
    expect(judgeSignable(file)).toEqual({ signable: true, against: [] });
    expect(decided(file).headline).toBe('CONFORMANT EXCEPT 1 ACCEPTED GAP · first expires 2031-03-01');
    expect(decided(file).untested[0]?.groups[0]?.accepted).toBe(
      'accepted by Testcase Approver until 2031-03-01 (SAMPLE-2): no second agent',
    );
  });

  test('with a clause that nothing can try, which the annex lists', () => {
    const sample = buildSample(['pass', 'untried'], { run: certified });
    const clauses = sample.clauses.map((clause, at) => (at === 0 ? clause : { ...clause, cannotBeTried: 'a sample reason' }));
    const file = assembleFile({ ...sample, clauses, plan: sample.plan.slice(0, 1), outcomes: sample.outcomes.slice(0, 1) });
    expect(file).toMatchObject({ verdict: 'conformant', binding: { total: 1, judged: 1, notJudged: [] } });
    expect(judgeSignable(file)).toEqual({ signable: true, against: [] });
    expect(renderDecisionPage(file)).toMatch(/Annex C: What no run can try[^]*OP2-UNTRIED-1[^]*a sample reason/);
  });
});

describe('the content of a decision', () => {
  test.each([
    ['of every verdict', every],
    ['conformant', conformant],
    ['interrupted', interrupted],
  ])('fits its schema: %s', (_what, file) => {
    const calls = parseLedger([line('x1', 'sent'), line('x2', 'accepted')].join('\n'));
    expect(findSchemaErrors(decided(file, { calls, changes: compareRuns(conformant, file) }), 'decision')).toEqual([]);
  });

  test('everything untested is listed under its owner', () => {
    const { untested } = decided(every);
    expect(untested.map(({ owner, groups }) => [owner, groups.map(({ reason }) => reason)])).toEqual([
      ['service', ['not tested because OP11-SERVED failed: HTTP 404']],
      ['configuration', ['not tried: no second agent (DMT_OTHER_AGENT_ID)']],
      ['suite', ['without a result, the suite failed: TypeError: sample is not a function']],
      [null, ['not applicable: nothing PENDING was seen']],
    ]);
  });

  test('a failure has its card, an accepted one its reason', () => {
    const { failures, accepted } = decided(every);
    expect(failures).toMatchObject([{ clause: 'OP2-FAIL-1', card: 'cards/OP2-FAIL-1.html', accepted: null, seen: '3 of 3' }]);
    expect(accepted).toMatchObject([{ clause: 'OP8-WAIVED-7', card: null, accepted: 'accepted until 2031-03-01 (SAMPLE-1)' }]);
  });

  test('shows the first of hundreds of observed facts, and leads to the others', () => {
    const facts = Array.from({ length: 200 }, (_, nth) => `a sample fact with the number ${nth}`);
    const clause = conformant.clauses[0]?.id ?? '';
    const page = renderDecision(decided({ ...conformant, profile: facts.map((fact) => ({ clause, fact })) }));
    expect(page).toContain('a sample fact with the number 9;');
    expect(page).not.toContain('a sample fact with the number 99');
    expect(page).toContain('The rest is in <a href="decision.json"><code>decision.json</code></a>.');
  });

  test('a warning is a question for the operator', () => {
    expect(decided(conformant).questions).toMatchObject([{ clause: 'OP2-WARN-1', seen: 'Expected "COMPLETED"; received "SAMPLE" (text)' }]);
  });

  test('names each count of the chapters, for a page too narrow for the head of the table', () => {
    expect(renderDecision(decided(every))).toMatch(/<td data-name="kept"><strong>\d+<\/strong><\/td>/);
  });

  test('leads from its first page to the map', () => {
    const [first] = renderDecision(decided(every)).split('class="annexes"');
    expect(first).toContain('<a href="specification.html">map of the specification</a>');
  });

  test('chapters count every clause once', () => {
    const { matrix } = decided(every);
    expect(matrix.flatMap(({ counts }) => Object.values(counts)).reduce((sum, count) => sum + count, 0)).toBe(every.clauses.length);
  });
});

describe('money, records and doubt', () => {
  const ledger = [
    line('x1', 'sent'),
    line('x1', 'accepted'),
    line('x2', 'sent'),
    line('x3', 'sent'),
    line('x3', 'refused'),
    line('x4', 'sent', { operation: 'OP-7', effect: 'leaves-record' }),
    line('x4', 'accepted', { operation: 'OP-7', effect: 'leaves-record' }),
    line('x5', 'in-doubt', { run: 'earlier', detail: 'timeout' }),
    line('x6', 'in-doubt', { run: 'elsewhere', url: 'https://other.example/wallet' }),
    '{"torn',
  ];
  const { effects } = decided(conformant, { calls: parseLedger(ledger.join('\n')) });

  test('are counted from the ledger', () => {
    expect(effects.money.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Accepted, end not looked up: 1 call, 100.37',
      'In doubt: 1 call, 100.37',
      'Refused: 1 call, 100.37',
      'Asked for, whatever became of it: 100.37 in 1 transfer',
      'OTP messages: 2',
      'Requests: 18',
    ]);
    expect(effects.residue).toEqual([{ name: 'OP-7 Add beneficiary', value: '1 call' }]);
  });

  test('an unanswered call is in doubt, also one of an earlier run on the same host', () => {
    expect(effects.inDoubt.map(({ exchange, earlier }) => [exchange, earlier])).toEqual([
      ['x2', false],
      ['x5', true],
    ]);
  });

  test('make one statement: a transfer that nobody looked up is not called known', () => {
    const page = (calls: readonly string[]): string => renderDecision(decided(conformant, { calls: parseLedger(calls.join('\n')) }));
    const open = page([line('x1', 'sent'), line('x1', 'accepted', { amount: '1234567.5' })]);
    expect(open).toContain('Nobody looked up the end of 1 accepted transfer');
    expect(open).not.toContain('Nothing is in doubt');
    expect(open).toContain('0.00 moved in 0 transfers, 1,234,567.50 in 1 transfer whose end was not looked up, 0 in doubt');
    const known = page([line('x1', 'settled', { amount: '1234567.5' }), line('x2', 'failed', { amount: '9999999' })]);
    expect(known).toContain('Nothing is in doubt: the end of every call with an effect is known.');
    expect(known).toContain('1,234,567.50 moved in 1 transfer, 0 in doubt');
  });

  test('of an interrupted run are the least', () => {
    expect(decided(interrupted).effects.money.find(({ name }) => name.startsWith('Asked'))?.value).toMatch(/^at least /);
  });
});

const renderDecisionPage = (file: VerdictFile): string => renderDecision(decided(file, { changes: compareRuns(conformant, file) }));

describe('the page', () => {
  test('keeps its order', () => {
    const titles = [...renderDecisionPage(every).matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
    expect(titles).toEqual([
      'Judged',
      'Coverage',
      'By risk',
      'Against signing',
      'Accepted',
      'Since',
      'Left',
      'Signature',
      'Annex A: What stands against signing',
      'Annex B: Accepted in writing',
      'Annex C: What no run can try',
      'Annex D: Not tested, by who must act',
      'Annex E: Questions for the operator',
      'Annex F: What the run cost and left behind',
      'Annex G: What changed since the last run',
      'Annex H: Clauses by chapter',
      'Annex I: Behavior that the specification leaves open',
      'Annex J: The record',
    ]);
  });

  test('has lines for signatures only when it may be signed', () => {
    expect(renderDecisionPage(conformant)).toContain('<p class="signed">');
    for (const file of [every, interrupted]) {
      expect(renderDecisionPage(file)).not.toContain('<p class="signed">');
      expect(renderDecisionPage(file)).toContain('MAY NOT BE SIGNED');
    }
  });

  test('can be read aloud: one main part, headings without gaps, tables with heads and captions, links with words', () => {
    const html = renderDecisionPage(every);
    const levels = [...html.matchAll(/<h([1-6])>/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1)).toBe(true);
    expect(html.match(/<main/g)).toHaveLength(1);
    expect(html).toMatch(/<html lang="en">[\s\S]*<a class="skip" href="#content">/);
    expect(html.match(/<th(?![^>]*scope=)[ >]/g)).toBeNull();
    expect(html.match(/<caption>/g)).toHaveLength(html.match(/<table/g)?.length ?? 0);
    expect(html).not.toMatch(/<a [^>]*>\s*<\/a>/);
  });

  test('fetches nothing, runs nothing, and keeps hostile text as text', () => {
    const outcomes = everyVerdict().outcomes.map((outcome) => ({
      ...outcome,
      expected: hostile,
      received: hostile,
      reason: hostile,
      facts: [hostile],
    }));
    const attacked = assembleFile(
      everyVerdict({ run: { ...certified, targetBuild: hostile, runBy: hostile, hosts: [hostile] }, outcomes }),
    );
    const html = renderDecisionPage(attacked);
    expect(html).not.toMatch(/<img|<script|<iframe|<link|https?:\/\/(?!evil)|style="/);
    expect(html).not.toMatch(illegal);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});

/** Relative luminance and contrast, as WCAG 2 defines them. */
function contrast(one: string, other: string): number {
  const luminance = (color: string): number => {
    const digits = (color.length === 4 ? color.replaceAll(/[0-9a-f]/g, '$&$&') : color).slice(1).match(/../g) ?? [];
    const [red = 0, green = 0, blue = 0] = digits
      .map((digit) => Number.parseInt(digit, 16) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('every text color is readable on every background, and the focus is visible', () => {
  const css = page('sample', template`<p>${escaped('sample')}</p>`);
  const colors = [...css.matchAll(/[ {;]color: (#[0-9a-f]+)/g)].map(([, color]) => color ?? '');
  const backgrounds = [...css.matchAll(/background: (#[0-9a-f]+)/g)].map(([, color]) => color ?? '');
  expect(colors.length).toBeGreaterThan(3);
  for (const color of colors) for (const background of backgrounds) expect(contrast(color, background)).toBeGreaterThan(4.5);
  expect(css).toMatch(/a:focus-visible \{ outline: 3px solid/);
});

test('shows requested codes and recorded codes', () => {
  const read = { role: 'customer', source: 'http', waitedMs: 1200, exchange: 'x1', missing: null } as const;
  const facts = listJudgedFacts({ ...every, codes: [read, read], run: { ...every.run, otps: 5 } });
  expect(facts.find(({ name }) => name === 'OTP codes')?.value).toBe(
    '5 requested; recorded: 2 read at DMT_OTP_URL, the longest after 1.2 s',
  );
});
