import { renderSummary } from '../../helpers/report/summary.ts';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../helpers/core/records/outcome.ts';
import { clauseById } from '../../specs/clauses.ts';
import { groupByLikelyCause, type BrokenClause } from '../../helpers/report/model/likely-causes.ts';
import { describeSeen } from '../../helpers/report/model/check-row.ts';
import { formatMoney, judgeWordings, waitWordings, type Standing } from '../../helpers/report/terminal/judge-line.ts';
import { terminalWidth } from '../../helpers/report/terminal/progress.ts';
import { cappedLines } from '../../helpers/report/terminal/reasons.ts';
import { summaryLines } from '../../helpers/report/terminal/lines.ts';
import { pickFitting, wrapLine } from '../../helpers/report/terminal/wrap.ts';
import { countClauses } from '../../helpers/report/verdict/counted-clauses.ts';
import { byId } from '../../helpers/core/by-id.ts';
import { isWaived } from '../../helpers/report/waivers/apply.ts';
import { countTries, failureLine } from '../../cli/run/progress-line.ts';
import { assembleFile } from './assembled.ts';
import { buildSample, endLine, everyVerdict, header, outcomeFor } from './sample.ts';

const standing: Standing = {
  done: 950,
  planned: 1545,
  campaign: null,
  requests: 8581,
  otps: 1763,
  transfers: 416,
  amount: '1002150211651.64',
  cap: null,
  elapsedMs: 19_000,
};

describe('the progress line', () => {
  test('has requests, codes, money and clock in columns of their own', () => {
    const [widest = ''] = judgeWordings({ ...standing, amount: '301.12', cap: '4000.00' });
    expect(widest.split(/ {2,}/)).toEqual([
      'judge',
      '950 of 1545 checks',
      '8581 requests',
      '1763 OTPs',
      '416 transfers',
      'money 301.12 of 4,000.00',
      '00:19',
    ]);
  });

  test.each([40, 60, 79, 120])('in %d columns cuts neither an amount nor a word', (width) => {
    const line = pickFitting(judgeWordings(standing), width);
    expect(line.length).toBeLessThanOrEqual(width);
    expect(line).toMatch(/ {2}00:19$/);
    if (/\d{3},/.test(line)) expect(line).toContain('1,002,150,211,651.64');
  });

  test('says what is waited for, and how long yet', () => {
    const wait = { what: 'the final status of a transfer', since: 0, until: 8_400 };
    expect(waitWordings(standing, wait, 1_000)[0]).toContain('waiting for the final status of a transfer, at most 8 s more');
  });

  test('counts the cases of a campaign apart from the checks', () => {
    const cases = { ...standing, planned: 1347, campaign: { done: 12, planned: 210 } };
    for (const words of judgeWordings(cases)) expect(words).toContain('judge   950 of 1347 checks  campaign  12 of 210  ');
    const { plan } = buildSample(['pass', 'pass']);
    const planned = plan.map((check, nth) => (nth === 1 ? { ...check, area: 'Fuzzing' as const } : check));
    const counts = countTries(
      planned.map(({ id }) => id),
      byId(planned),
    );
    for (const check of planned) counts.add(check);
    expect(counts.read()).toEqual({ done: 1, planned: 1, campaign: { done: 1, planned: 1 } });
  });

  test.each([
    ['0', '0.00'],
    ['601.95', '601.95'],
    ['1002150.5', '1,002,150.50'],
    ['12345678901234567890', '1.2e+19'],
  ])('writes the amount %s as %s', (amount, words) => {
    expect(formatMoney(amount)).toBe(words);
  });
});

test('a broken clause is told once, as it happens', () => {
  const file = buildSample(['fail', 'pass']);
  const [planned] = file.plan;
  const [failed] = file.outcomes;
  if (planned === undefined || failed === undefined) throw new Error('expected a sample check, received none');
  expect(failureLine(planned, failed)).toBe('FAIL         OP1-FAIL-0   expected text of digits, received 50123 (a number)');
  const signatures = assembleFile(file).checks.flatMap(({ signature }) => signature ?? []);
  const paper = { target: 'uat', reason: 'r', owner: 'o', ticket: 't', approver: 'a', expires: '2999-12-31' };
  const accepted = { waivers: [{ ...paper, clause: planned.clause, signatures }] };
  expect([isWaived({ ...planned, ...failed }, accepted), isWaived({ ...planned, ...failed }, {})]).toEqual([true, false]);
});

describe('a line', () => {
  test('breaks at blanks, and its color codes count nothing', () => {
    const line = `UNTRIED  \u001b[36m47 checks\u001b[39m   ${'words '.repeat(20)}`.trimEnd();
    const rows = wrapLine(line, 40).split('\n');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.slice(1).every((row) => /^ {9}words/.test(row) && row.length <= 40)).toBe(true);
    expect(rows.map((row) => row.trim()).join(' ')).toBe(line);
  });

  test('of a pipe is not broken; a terminal that tells no size has 80 columns', () => {
    expect([terminalWidth({}), terminalWidth({ isTTY: true, columns: 0 }), terminalWidth({ isTTY: true, columns: 132 })]).toEqual([
      null,
      79,
      131,
    ]);
  });
});

describe('the summary of a terminal', () => {
  const summary = (...[file, width]: [ReturnType<typeof assembleFile>, number?]): readonly string[] =>
    summaryLines(file, { color: false, report: 'reports/allure-report/index.html', decision: 'd', map: 'm', width: width ?? null });

  test('is headline and report alone when one cause explains all', () => {
    const reason = 'the password is wrong';
    const blocked = buildSample(['blocked', 'blocked', 'untried']);
    const outcomes = blocked.outcomes.map((outcome): Outcome =>
      outcome.verdict === 'blocked' ? { ...outcome, reason, owner: 'configuration' } : outcome,
    );
    const end = { ...endLine, inconclusive: reason };
    expect(summary(assembleFile({ ...blocked, outcomes, end }))).toEqual([
      'NO VERDICT · the password is wrong · nobody is accused · action: configuration',
      'report   reports/allure-report/index.html   exit 4',
    ]);
  });

  test('of an interrupted run has no error of the suite', () => {
    const sample = buildSample(['pass', 'pass', 'pass']);
    const text = summary(assembleFile({ ...sample, outcomes: sample.outcomes.slice(0, 1), end: null })).join('\n');
    expect(text).not.toMatch(/error/i);
    expect(text).toContain('BLOCKED  2 checks of 2 clauses   because the run was interrupted before this check');
  });

  test('fits 80 columns except for commands and addresses', () => {
    const wide = summary(assembleFile(everyVerdict()), 79).flatMap((line) => line.split('\n'));
    const long = wide.filter((line) => line.length > 79);
    expect(long.filter((line) => !/^ *(?:repeat|from|resume|report) /.test(line))).toEqual([]);
  });

  test('gives no advice on campaigns for prod', () => {
    const file = assembleFile(buildSample(['pass']));
    const clause = {
      ...file.clauses[0],
      id: 'C',
      checks: [],
      reason: 'a campaign tries it (DMT_FUZZ_RUNS)',
      owner: 'configuration' as const,
    };
    const [first] = file.clauses;
    if (first === undefined) throw new Error('expected a sample clause, received none');
    const on = (target: 'uat' | 'prod'): string =>
      summary({ ...file, run: { ...file.run, target }, clauses: [first, { ...first, ...clause }] }).join('\n');
    expect(on('uat')).toContain('DMT_FUZZ_RUNS');
    expect(on('prod')).not.toContain('DMT_FUZZ_RUNS');
  });
});

test('what is not judged for one reason shares a line, gravest first, and what is broken has the same order', () => {
  const ids = ['OP9-SERVED', 'NO-LEAK', 'CONSENT-MISSING', 'OP9-UNKNOWN-SESSION', 'OP1-SERVED', 'OP2-SERVED'];
  const named = (verdict: 'fail' | 'untried', reasonOf: Readonly<Record<string, string>> = {}): string => {
    const made = buildSample(ids.map(() => verdict));
    const outcomes = made.outcomes.map((outcome, at) => ({ ...outcome, reason: reasonOf[ids[at] ?? ''] ?? outcome.reason }));
    const sample = { ...made, outcomes };
    const renamed = (name: string): string => ids[Number(name.replace(/~.*/, '').at(-1))] ?? '';
    const file = assembleFile({
      ...sample,
      clauses: sample.clauses.map((clause) => ({ ...clause, id: renamed(clause.id) })),
      plan: sample.plan.map((check) => ({ ...check, clause: renamed(check.clause) })),
    });
    return summaryLines(file, { color: false, report: null }).join('\n');
  };
  const wordsAfter = (text: string, label: string): readonly (string | undefined)[] =>
    [...text.matchAll(new RegExp(`^${label} +(\\S+)`, 'gm'))].map(([, id]) => id);
  expect(named('untried')).toMatch(/^UNJUDGED +6 binding clauses \(6 checks\) {3}not judged: /m);
  expect(named('untried')).toMatch(/^ +in +OP9-UNKNOWN-SESSION, CONSENT-MISSING, NO-LEAK, OP9-SERVED, OP1-SERVED, and 1 more$/m);
  const money = named('untried', { 'OP9-UNKNOWN-SESSION': 'no money is left' });
  expect(wordsAfter(money, 'UNJUDGED')).toEqual(['OP9-UNKNOWN-SESSION', '5']);
  expect(named('fail')).toContain('6 clauses broken: OP9-UNKNOWN-SESSION, CONSENT-MISSING, NO-LEAK and 3 more');
  expect(wordsAfter(named('fail'), 'FAIL').slice(0, 3)).toEqual(['OP9-UNKNOWN-SESSION', 'CONSENT-MISSING', 'NO-LEAK']);
});

test('one reason is told once: with the clauses and checks that wait for it, or with what blocks them', () => {
  const sample = buildSample(['pass', 'untried', 'untried', 'blocked', 'untried']);
  const last = sample.clauses.at(-1)?.id;
  const clauses = sample.clauses.map((clause) => (clause.id === last ? { ...clause, certainty: 'silent' as const } : clause));
  const lines = summaryLines(assembleFile({ ...sample, clauses }), { color: false, report: null });
  expect(lines.filter((line) => line.includes('no second agent'))).toEqual([
    'UNJUDGED 2 binding clauses (3 checks)   not judged: no second agent (DMT_OTHER_AGENT_ID) · action: configuration',
  ]);
  const at = lines.findIndex((line) => line.includes('OP11-SERVED failed'));
  expect(lines.filter((line) => line.includes('OP11-SERVED failed'))).toHaveLength(1);
  expect(lines.slice(at, at + 2)).toEqual([
    'BLOCKED  1 check   because OP11-SERVED failed: HTTP 404 · action: service team',
    '         unjudged  1 binding clause: OP4-BLOCKED-3',
  ]);
});

test('what is blocked because a clause is broken shows the call that broke it, not its own last call', () => {
  const sample = buildSample(['fail', 'blocked']);
  const [broken, waiting] = sample.plan;
  if (broken === undefined || waiting === undefined) throw new Error('expected two checks');
  const outcomes = [
    outcomeFor(broken, 'fail', { evidence: ['x1'], seen: null }),
    outcomeFor(waiting, 'blocked', { evidence: ['x2'], cause: broken.clause, reason: `${broken.clause} failed` }),
  ];
  const lines = summaryLines(assembleFile({ ...sample, outcomes }), { color: false, report: null });
  const { method, url } = sample.exchanges[0]?.request ?? { method: '', url: '' };
  const [address] = url.split('?');
  expect(lines.find((line) => line.startsWith('BLOCKED'))).toBe(
    `BLOCKED  1 check   because ${broken.clause} failed (${method} ${address}) · action: service team`,
  );
});

test('a reason that no binding clause waits for is told by itself', () => {
  const sample = buildSample(['pass', 'untried']);
  const clauses = sample.clauses.map((clause) => ({ ...clause, certainty: 'silent' as const }));
  const lines = summaryLines(assembleFile({ ...sample, clauses }), { color: false, report: null });
  expect(lines).toContain('UNTRIED  1 check of 1 clause   no second agent (DMT_OTHER_AGENT_ID) · action: configuration');
});

test.each([
  [12, 12, null],
  [13, 13, null],
  [14, 12, '… and 2 more things in the report'],
])('of %i lines %i are shown', (count, shown, rest) => {
  const lines = cappedLines(
    Array.from({ length: count }, (_, at) => `line ${at}`),
    'things',
    (one) => [one],
  );
  expect(lines.filter((line) => line.startsWith('line'))).toHaveLength(shown);
  expect(lines.slice(shown).map((line) => line.trim())).toEqual(rest === null ? [] : [rest]);
});

test('the summary gives a reason once for all clauses that share it', () => {
  const summary = renderSummary(assembleFile(buildSample(['untried', 'untried', 'pass'])));
  expect(summary).toMatch(/- 2 clauses: no second agent [^\n]*: OP1\\?-UNTRIED\\?-0, OP2\\?-UNTRIED\\?-1\n/);
});

test('a clause that nothing tried is counted in one line', () => {
  const clauses = [clauseById('OP9-SERVED'), clauseById('OP6-LIMIT-LEFT-KEYS-NOT-SHOWN')];
  const sample = buildSample(['pass'], { run: { ...header, profile: 'essential' } });
  const file = assembleFile({ ...sample, clauses: [...sample.clauses, ...clauses] });
  const lines = summaryLines(file, { color: false, report: null }).filter((line) => line.includes('not selected by the profile'));
  expect(lines).toEqual([expect.stringMatching(/^UNJUDGED +OP9-SERVED {3}/), expect.stringMatching(/^UNTRIED +1 other clause {3}/)]);
});

test('an interruption asks to look up what is in doubt, and blames no environment', () => {
  const sample = buildSample(['pass', 'pass']);
  const file = assembleFile({ ...sample, outcomes: sample.outcomes.slice(0, 1), end: null });
  const doubt = { at: header.startedAt, operation: 'OP-9 Request a fund transfer', amount: '100.37', correlationId: 'conf-0001' };
  const doubts = [{ ...doubt, detail: null, exchange: 'x1', earlier: false }];
  const terminal = summaryLines(file, { color: false, report: null, doubts }).join('\n');
  expect(terminal).toContain('DOUBT    1 call   the end is unknown: find out how these ended before anything is sent again');
  for (const text of [terminal, renderSummary(file, null, doubts)]) {
    expect(text).toMatch(/Request a fund transfer, amount 100\\?\.37, correlationId conf/);
    expect(text).toContain('action: run again');
    expect(text).not.toContain('environment');
  }
});

test('each binding clause counts once, and the numbers add up to those of the verdict', () => {
  const file = assembleFile(everyVerdict());
  const { total, by } = countClauses(file);
  expect(total).toBe(file.binding.total);
  expect(Object.values(by).reduce((sum, count) => sum + count, 0)).toBe(total);
  expect(by).toMatchObject({ broken: 1, accepted: 1, 'not judged': file.binding.notJudged.length });
});

test('a failure seen once of several times is intermittent', () => {
  expect(['1 of 7', '1 of 12', '1 of 1', '7 of 7', null].map(describeSeen)).toEqual([
    '1 of 7, intermittent',
    '1 of 12, intermittent',
    '1 of 1',
    '7 of 7',
    null,
  ]);
});

describe('broken clauses', () => {
  const file = assembleFile(buildSample(['fail', 'fail', 'fail'], { run: header }));
  const [one, two, three] = file.checks;
  if (one === undefined || two === undefined || three === undefined) throw new Error('expected three sample checks');
  const broken = (
    check: typeof one,
    evidence: readonly string[],
    field: string | null,
    blocks: BrokenClause['blocks'] = [],
  ): BrokenClause => ({
    clause: undefined,
    also: [],
    blocks,
    check: { ...check, evidence, field },
  });

  test('that one answer broke have one likely cause; what explains most comes first', () => {
    const groups = groupByLikelyCause([broken(one, ['x1'], 'a'), broken(two, ['x2'], 'b', [one, one]), broken(three, ['x1'], 'a.c')]);
    expect(groups.map(({ clauses, checks }) => [clauses.map(({ check }) => check.clause), checks.length])).toEqual([
      [[two.clause], 3],
      [[one.clause, three.clause], 2],
    ]);
  });

  test('of one answer have two causes where two fields beside each other are broken, and one where no field is named', () => {
    const causes = (field: string | null): number =>
      groupByLikelyCause([broken(one, ['x1'], 'result.amount'), broken(two, ['x1'], field)]).length;
    expect(['result.isDelayed', 'result', null].map(causes)).toEqual([2, 1, 1]);
  });

  test('of which one field differs in the same way have one likely cause', () => {
    expect(groupByLikelyCause([broken(one, ['x1'], 'invoiceId'), broken(two, ['x2'], 'invoiceId')])).toHaveLength(1);
    expect(groupByLikelyCause([broken(one, ['x1'], 'invoiceId'), broken(two, ['x2'], 'amount')])).toHaveLength(2);
  });
});

test('checks of a campaign are never counted among the others', () => {
  const sample = buildSample(['fail', 'untried', 'untried', 'blocked', 'blocked'], { run: header });
  const plan = sample.plan.map((check, nth) => (nth === 1 || nth === 3 ? { ...check, area: 'Fuzzing' as const } : check));
  const file = assembleFile({ ...sample, plan });
  const shown = [...summaryLines(file, { color: false, report: null }), renderSummary(file)].join('\n');
  expect(shown).toContain('UNJUDGED 2 binding clauses (1 check and 1 campaign check)');
  expect(shown).toContain('BLOCKED  1 check and 1 campaign check   because');
  expect(shown).toContain('- 1 check and 1 campaign check: no second agent');
  expect(shown).toContain('- 1 check and 1 campaign check: not tested because');
  expect(shown).not.toMatch(/\b2 checks\b/);
});
