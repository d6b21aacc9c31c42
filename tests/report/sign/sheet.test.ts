import { afterAll, describe, expect, test } from 'vitest';
import { clauseById, clauses } from '../../../specs/clauses.ts';
import type { Verdict } from '../../../helpers/core/records/verdicts.ts';
import { buildDecision, type Decision } from '../../../helpers/report/decision/content.ts';
import { renderDecision } from '../../../helpers/report/decision/html.ts';
import { renderSummary } from '../../../helpers/report/summary.ts';
import { prodReadsOnly } from '../../../helpers/config/permissions.ts';
import { findRisk } from '../../../helpers/report/model/risk.ts';
import { describeMoment } from '../../../helpers/report/model/describe-moment.ts';
import type { VerdictFile } from '../../../helpers/report/model/verdict-file.ts';
import { compareRuns } from '../../../helpers/report/compare/compare.ts';
import { isNeverWaived } from '../../../helpers/report/waivers/rules.ts';
import { assembleFile } from '../assembled.ts';
import { buildSample, endLine, everyVerdict, header, hostile, removeFolders, type Sample } from '../sample.ts';

afterAll(removeFolders);

const certified: Sample['run'] = { ...header, profile: 'certification', targetBuild: '2031.1', plantedFaultsSeen: 3, safety: true };
const inIndia = { zone: 'Asia/Kolkata', offsetMinutes: 330 };

const fileOf = (ends: readonly Verdict[], over: Partial<Sample> = {}): VerdictFile =>
  assembleFile(buildSample(ends, { run: certified, ...over }));
const decide = (file: VerdictFile): Decision => buildDecision(file, { calls: [], changes: null, evidence: 'ab'.repeat(32) });

const conformant = fileOf(['pass', 'warn', 'observed']);
const every = assembleFile(everyVerdict({ run: certified }));
const interrupted = fileOf(['pass', 'fail'], { end: null, outcomes: buildSample(['pass']).outcomes });
const files = {
  conformant,
  every,
  interrupted,
  blocked: fileOf(['pass', 'blocked']),
  sandbox: fileOf(['pass'], { run: { ...certified, target: 'sandbox' } }),
};

const sheetOf = (html: string): string => html.slice(html.indexOf('class="sheet"'), html.indexOf('class="annexes"'));
const rowsOf = (html: string): number => html.match(/<li>/g)?.length ?? 0;

describe('what stands against signing', () => {
  test.each(Object.entries(files))('is listed exactly when the run may not be signed: %s', (_name, file) => {
    const { signable, sheet } = decide(file);
    expect(sheet.against.length === 0).toBe(signable);
  });

  test('names a selection once, not also by its verdict', () => {
    const { against } = decide(fileOf(['pass'], { run: { ...certified, selection: ['OP-2'] } })).sheet;
    expect(against.map(({ reason }) => reason)).toEqual(['only selected checks were run: OP-2']);
  });

  test('names clause, sentence, state, reason and who moves', () => {
    expect(decide(fileOf(['pass', 'fail'])).sheet.against).toEqual([
      {
        clause: 'OP2-FAIL-1',
        sentence: expect.stringContaining('ends as fail') as unknown,
        state: 'broken',
        reason:
          'result.invoiceId: the specification asks for text of digits, the service gave 50123 (a number). Check: a sample fact of OP2-FAIL-1',
        mover: 'service team',
        address: 'cards/OP2-FAIL-1.html',
      },
    ]);
    expect(decide(fileOf(['pass', 'untried'])).sheet.against).toMatchObject([
      { clause: 'OP2-UNTRIED-1', state: 'not judged', reason: 'no second agent (DMT_OTHER_AGENT_ID)', mover: 'configuration' },
    ]);
  });

  test('an interruption asks for another run, and accuses nobody', () => {
    const { against } = decide(interrupted).sheet;
    expect(against.map(({ clause, mover }) => [clause, mover])).toEqual([
      [null, 'run again'],
      ['OP2-FAIL-1', 'run again'],
    ]);
  });

  test('a wrong password is corrected, not tried again, and its whole sentence is told', () => {
    const refused = `the token request was refused with HTTP 400: ${'check the agent and the password, '.repeat(3)}`;
    const reason = `${refused}; asked at http://127.0.0.1:45167/authserver/oauth/token (DMT_AUTH_URL)`;
    const ends = ['blocked', 'blocked', 'blocked', 'blocked', 'blocked', 'blocked', 'blocked', 'blocked'] as const;
    const outcomes = buildSample(ends).outcomes.map((one) => ({ ...one, reason, cause: 'credentials', owner: 'configuration' as const }));
    const decision = decide(fileOf(ends, { outcomes, end: { ...endLine, inconclusive: reason } }));
    expect(decision.sheet.against[0]).toMatchObject({ clause: null, mover: 'configuration' });
    const page = sheetOf(renderDecision(decision));
    expect(page).toContain(`the verdict is inconclusive: ${reason}</span>`);
    expect(page).toContain(`and 7 more, annex A</span> <span>${refused}</span>`);
    expect(page).not.toContain('run again');
  });

  test('on PROD asks for nothing that a run there cannot have', () => {
    const outcomes = buildSample(['pass', 'untried']).outcomes.map((outcome) =>
      outcome.verdict === 'untried' ? { ...outcome, reason: prodReadsOnly } : outcome,
    );
    const file = fileOf(['pass', 'untried'], { run: { ...certified, profile: 'full', target: 'prod' }, outcomes });
    const { sheet, untested } = decide(file);
    expect(sheet.against.map(({ reason, mover }) => [reason, mover])).toEqual([
      ['PROD is only read; a certification run on UAT is signed', 'nobody'],
      [prodReadsOnly, 'nobody'],
    ]);
    expect(untested.map(({ words }) => words)).toEqual(['no action is needed']);
    expect(renderSummary(file)).not.toContain('action:');
  });

  test.each([
    [8, null],
    [9, '1 more, annex A'],
    [12, '4 more, annex A'],
  ])('of %i broken clauses the page shows at most eight, the annex all', (count, more) => {
    const html = renderDecision(decide(fileOf(Array.from({ length: count }, () => 'fail' as const))));
    expect(rowsOf(sheetOf(html))).toBe(8);
    expect(/\d+ more, annex A/.exec(sheetOf(html))?.[0] ?? null).toBe(more);
    expect(html.match(/<li class="full">/g)).toHaveLength(count);
  });

  test('clauses that are not judged for one reason share a row where not all have room', () => {
    const html = renderDecision(decide(fileOf(['fail', ...Array.from({ length: 12 }, () => 'untried' as const)], { run: certified })));
    expect(rowsOf(sheetOf(html))).toBe(2);
    expect(sheetOf(html)).toContain('and 11 more, annex A');
    expect(sheetOf(html)).not.toMatch(/<p>\d+ more/);
    // The broken clause, the reason of the others once, and each of the twelve.
    expect(html.match(/<li class="full">/g)).toHaveLength(14);
    expect(html.slice(html.indexOf('id="annex-a"'), html.indexOf('id="annex-b"')).split('no second agent')).toHaveLength(2);
  });

  test('money comes first, then consent, then secrets', () => {
    const ids = ['OP9-SERVED', 'NO-LEAK', 'CONSENT-MISSING', 'OP9-UNKNOWN-SESSION'];
    const sample = buildSample(['fail', 'fail', 'fail', 'fail'], { run: certified });
    const renamed = (name: string): string => ids[Number(name.replace(/~.*/, '').at(-1))] ?? '';
    const file = assembleFile({
      ...sample,
      clauses: sample.clauses.map((clause) => ({ ...clause, id: renamed(clause.id) })),
      plan: sample.plan.map((check) => ({ ...check, clause: renamed(check.clause) })),
    });
    const { against, byRisk } = decide(file).sheet;
    expect(against.map(({ clause }) => clause)).toEqual([...ids].reverse());
    expect(byRisk).toEqual({ money: 1, consent: 1, secrets: 1, other: 1 });
  });
});

test('an accepted gap is counted by what it endangers', () => {
  const clause = 'CONSENT-MISSING';
  const target = 'uat';
  const sample = buildSample(['untried', 'pass'], { run: certified });
  const renamed: Sample = {
    ...sample,
    clauses: sample.clauses.map((one, at) => (at === 0 ? { ...one, id: clause } : one)),
    plan: sample.plan.map((check, at) => (at === 0 ? { ...check, clause } : check)),
  };
  const signature = assembleFile(renamed).clauses[0]?.signature ?? '';
  const words = { reason: 'an artificial reason', owner: 'o', ticket: 'T-1', approver: 'a', expires: '2999-12-31' };
  const decision = decide(assembleFile(renamed, { gaps: [{ clause, target, signatures: [signature], ...words }] }));
  expect(decision.sheet.acceptedByRisk).toEqual({ money: 0, consent: 1, secrets: 0, other: 0 });
  const html = renderDecision(decision);
  const sentence = renamed.clauses[0]?.text ?? '';
  expect(sheetOf(html)).toContain(`${sentence}<br /><strong>not judged</strong>: an artificial reason`);
  expect(html.slice(html.indexOf('id="annex-b"'))).toContain(sentence);
  expect(html).toContain('accepted: money 0, consent 1, secrets 0, other 0');
});

test('what is broken and accepted comes before accepted gaps, and is counted apart', () => {
  const ends = ['untried', 'untried', 'untried', 'untried', 'untried', 'fail'] as const;
  const words = { target: 'uat', reason: 'r', owner: 'o', ticket: 'T-1', approver: 'a', expires: '2999-12-31' };
  const { checks, clauses: ended } = fileOf(ends);
  const toEntry = ({ clause, signature }: { readonly clause: string; readonly signature: string | null }) =>
    signature === null ? [] : [{ ...words, clause, signatures: [signature] }];
  const accepted = {
    waivers: checks.flatMap(toEntry),
    gaps: ended.filter(({ verdict }) => verdict === 'untried').flatMap(({ id, signature }) => toEntry({ clause: id, signature })),
  };
  const decision = decide(assembleFile(buildSample(ends, { run: certified }), accepted));
  const page = sheetOf(renderDecision(decision));
  expect(decision.sheet.accepted.map(({ what }) => what)).toEqual(['deviation', 'gap', 'gap', 'gap', 'gap', 'gap']);
  expect(page).toContain('OP6-FAIL-5');
  expect(page).toContain('<strong>broken</strong>: r');
  expect(page).toContain('broken 0, question 0, accepted 6 (1 broken, 5 not judged), not judged 0');
  expect(decision.sheet.inShort).toContain('6 clauses accepted in writing (1 broken, 5 not judged)');
});

describe('what is not judged has one number', () => {
  const sample = buildSample(['fail', 'pass', 'blocked'], { run: certified });
  const clauseOf = (id: string): string => (id.startsWith('OP1-FAIL-0') ? 'AUTH-401' : 'REFUSAL-NOTHING-CHANGED');
  const file = assembleFile({
    ...sample,
    clauses: [clauseById('AUTH-401'), clauseById('REFUSAL-NOTHING-CHANGED'), clauseById('HTTP-401')],
    plan: sample.plan.map((check) => ({ ...check, clause: clauseOf(check.id) })),
  });

  test('in the count, the rows and the list of the machine: blocked in one way, or shown by a broken clause', () => {
    const { coverage, against } = decide(file).sheet;
    const rows = against.flatMap(({ state, clause }) => (state === 'not judged' ? [clause] : []));
    expect(rows.toSorted()).toEqual(['HTTP-401', 'REFUSAL-NOTHING-CHANGED']);
    expect([coverage.notJudged, file.binding.notJudged.length, file.binding.total - file.binding.judged]).toEqual([2, 2, 2]);
  });

  test('in the annex too, which has the clause that follows a broken one', () => {
    const items = decide(file).untested.flatMap(({ groups }) => groups.flatMap((group) => group.items.map(({ id }) => id)));
    expect(items.toSorted()).toEqual(['HTTP-401', 'OP3-BLOCKED-2~plain']);
  });
});

test.each([
  ['OP9-NEGATIVE-AMOUNT', 'money'],
  ['CODE-4170', 'consent'],
  ['CONSENT-WRONG-NO-EFFECT', 'consent'],
  ['CONSENT-SCHEME', 'other'],
  ['OP6-OWN-DATA', 'secrets'],
  ['ENVELOPE-STATUS', 'other'],
])('a broken %s endangers %s', (clause, risk) => {
  expect(findRisk(clause)).toBe(risk);
});

test('no clause that endangers money, consent or secrets is ever waived', () => {
  expect(clauses.filter((clause) => isNeverWaived(clause) !== (findRisk(clause.id) !== 'other'))).toEqual([]);
});

test.each(Object.entries(files))('coverage counts each binding clause once: %s', (_name, file) => {
  const { binding, kept, noted, notApplicable, broken, questions, accepted, notJudged } = decide(file).sheet.coverage;
  expect(kept + noted + notApplicable + broken + questions + accepted + notJudged).toBe(binding);
  expect(binding).toBe(file.binding.total);
});

describe('nothing is green', () => {
  const colors = (html: string): readonly (readonly number[])[] =>
    [...html.matchAll(/#([0-9a-f]{6})\b/g)].map(([, color = '']) => (color.match(/../g) ?? []).map((part) => Number.parseInt(part, 16)));
  const isGreen = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean => green > red + 32 && green > blue + 32;

  test.each(Object.entries(files))('unless the run may be signed: %s', (_name, file) => {
    const decision = decide(file);
    expect(colors(renderDecision(decision)).some(isGreen)).toBe(decision.signable);
  });
});

describe('the page to sign', () => {
  test('counts no checks and holds no fingerprint', () => {
    const html = sheetOf(renderDecision(decide(every)));
    expect(html).not.toMatch(/\bchecks?\b|[0-9a-f]{40}/);
    expect(html).toContain('abababababababab…abababababababab');
  });

  test('every printed page carries the run, which cannot end the text of its margin', () => {
    expect(renderDecision(decide(conformant))).toContain('@bottom-left { content: "run sample-run-1"');
    const run = { ...certified, id: 'x"; } body { color: green; } </style>' };
    expect(renderDecision(decide({ ...conformant, run: { ...conformant.run, id: run.id } }))).toContain(
      'content: "run xbodycolorgreenstyle"',
    );
  });

  test('hostile names stay short, and on their page', () => {
    const run = { ...certified, hosts: [hostile.repeat(20)], targetBuild: hostile.repeat(20) };
    expect(decide(fileOf(['pass'], { run })).sheet.judged.length).toBeLessThan(400);
  });

  test('tells what changed in clauses, and what was left', () => {
    const file = fileOf(['pass', 'fail']);
    const before = fileOf(['pass', 'pass']);
    const renamed = {
      ...before,
      checks: before.checks.map((check, at) => ({ ...check, ...(at === 1 && { id: 'OP2-FAIL-1~plain', clause: 'OP2-FAIL-1' }) })),
    };
    const { sheet } = buildDecision(file, { calls: [], changes: compareRuns(renamed, file), evidence: 'ab'.repeat(32) });
    expect(sheet.since).toBe('run sample-r of 2 Jan 2031 03:04 UTC: newly broken 1, fixed 0, newly not judged 0, suite unchanged');
    expect(sheet.left).toBe('0.00 moved in 0 transfers, 1 more transfer that the ledger does not list, 0 in doubt · 2 OTPs · 0 records');
  });
});

describe('local time', () => {
  test.each([
    ['2026-11-22T15:02:00.000Z', inIndia, '22 Nov 2026 20:32 Asia/Kolkata (15:02 UTC)'],
    ['2026-11-22T20:40:00.000Z', inIndia, '23 Nov 2026 02:10 Asia/Kolkata (22 Nov 2026 20:40 UTC)'],
    ['2026-11-22T15:02:00.000Z', { zone: 'UTC', offsetMinutes: 0 }, '22 Nov 2026 15:02 UTC'],
    ['2026-11-22T15:02:00.000Z', undefined, '22 Nov 2026 15:02 UTC'],
  ])('of %s is that of the machine that ran', (time, local, words) => {
    expect(describeMoment(time, local)).toBe(words);
  });

  test('is on the page beside UTC', () => {
    const { judged } = decide(fileOf(['pass'], { run: { ...certified, localTime: inIndia } })).sheet;
    expect(judged).toContain('2 Jan 2031 08:34 Asia/Kolkata (03:04 UTC)');
  });
});
