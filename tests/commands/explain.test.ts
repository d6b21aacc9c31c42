import { describe, expect, test } from 'vitest';
import { explainClause } from '../../cli/explain/facts.ts';
import { explainInText } from '../../cli/explain/text.ts';
import { faults } from '../../sandbox/faults.ts';
import { clauseById, clauses, type ClauseId } from '../../specs/clauses.ts';
import { suites } from '../../suites/index.ts';
import { listTooWide, runInTerminal } from '../program/terminal.ts';
import { program } from '../program/program.ts';

const inText = (id: ClauseId): string => explainInText(explainClause(clauseById(id)));

describe('explain', () => {
  test('tells sentence, readings, checks, faults and commands of a clause', async () => {
    const { code, said } = await program(['explain', 'OP9-RESULT-INVOICE-ID']);
    expect(code).toBe(0);
    const { checks } = explainClause(clauseById('OP9-RESULT-INVOICE-ID'));
    for (const words of [
      'Fund-transfer result (OP-9 result)',
      'OP-9 Request a fund transfer',
      'stated',
      'the run ends with 1',
      'docs/decisions/readings/10-types-as-written.md',
      ...checks.map(({ id, title }) => `${id}\n      ${title}`),
      'breaks op9-result-invoiceid-is-50123',
      'npm run --silent sandbox -- --fault op9-result-invoiceid-is-',
      'npm run conformance -- --check OP9-RESULT-INVOICE-ID',
      'npm run conformance -- plan --check OP9-RESULT-INVOICE-ID',
    ])
      expect(said).toContain(words);
    expect(said).toMatch(/its cost {5}about [1-9]\d* requests, [1-9]\d* OTP messages, [1-9]\d* transfers? \(\d+\)/);
  });

  test('takes the id of a check, in any case, and gives JSON', async () => {
    const { code, said } = await program(['explain', 'op9-result-invoice-id~numeric-text', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(said)).toMatchObject({
      clause: { id: 'OP9-RESULT-INVOICE-ID' },
      checks: [{ hardest: null, campaign: false }],
      cost: { amount: expect.any(String) as string },
    });
  });

  test('breaks its lines where the terminal ends, but no id and no command', async () => {
    const sat = runInTerminal(['explain', 'OP9-RESULT-INVOICE-ID'], {}, () => undefined);
    expect(await sat.ended).toBe(0);
    expect(listTooWide(sat.screen())).toEqual([]);
    for (const { id } of explainClause(clauseById('OP9-RESULT-INVOICE-ID')).checks) expect(sat.screen()).toContain(id);
  });

  test('suggests the nearest clause for an unknown one', async () => {
    const { code, said } = await program(['explain', 'OP9-RESULT-INVOICE']);
    expect(code).toBe(2);
    expect(said).toContain('did you mean OP9-RESULT-INVOICE-ID?');
  });
});

describe('what is explained', () => {
  test('has every check and every fault under its clause', () => {
    const all = clauses.map(explainClause);
    expect(all.flatMap(({ checks }) => checks.map(({ id }) => id)).sort()).toEqual(
      suites.flatMap(({ checks }) => checks.map(({ id }) => id)).sort(),
    );
    const proven = all.flatMap(({ clause, faults: own }) => own.map(({ id, effect }) => `${id} ${effect} ${clause.id}`)).sort();
    const planted = [...faults.values()].flatMap(({ id, breaks, warns = [] }) => [
      ...breaks.map((clause) => `${id} breaks ${clause}`),
      ...warns.map((clause) => `${id} warns ${clause}`),
    ]);
    expect(proven).toEqual(planted.sort());
  });

  test('names the milder verdict where a reading asks for less', () => {
    expect(inText('OP9-QUERY-FORM')).toMatch(/The verdict stays/);
    expect(inText('OP9-QUERY-FORM')).not.toContain('the run ends with 1');
  });

  test('lists forms and circumstances, and selects checks of campaigns by their ids', () => {
    const transfer = explainClause(clauseById('OP9-SERVED'));
    expect(transfer.checks.some(({ circumstance }) => circumstance !== undefined)).toBe(true);
    expect(explainInText(transfer)).toMatch(/judged in {4}\d+ forms and circumstances\n {2}OP-9 /);
    const byCampaigns = clauses.find((clause) => clause.byCampaigns === true);
    if (byCampaigns === undefined) throw new Error('expected a clause that only campaigns try, received none');
    expect(explainInText(explainClause(byCampaigns))).toMatch(new RegExp(`-- --check '${byCampaigns.id}~`));
  });

  test('says what shows a clause without checks, and what no run can try', () => {
    expect(inText('OP9-PATH-SESSION-ID')).toContain('none of its own; shown by OP9-SERVED');
    expect(inText('OP9-PATH-SESSION-ID')).toContain('--check OP9-SERVED\n');
    expect(inText('TOKEN-TWO-ENDPOINTS')).toContain('No run can try it: a run speaks to one of the two token endpoints');
    expect(inText('TOKEN-REFUSES-WRONG-CREDENTIALS')).toContain('no waiver is accepted');
  });
});
