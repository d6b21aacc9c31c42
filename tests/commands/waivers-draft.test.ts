import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import type { WaiversFile } from '../../helpers/report/model/acceptances.ts';
import { assembleVerdict } from '../../helpers/report/verdict/assemble.ts';
import { draftAcceptances } from '../../helpers/report/verdict/draft.ts';
import { noAcceptances } from '../../helpers/report/waivers/apply.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { newFolder, program, type EndedProgram } from '../program/program.ts';
import { buildSample, writeSample } from '../report/sample.ts';

/** A wrong service; without a second agent, so that the authorization checks stay untried. */
async function serving(fault: string): Promise<Environment> {
  const sandbox = await startSandbox(faults.get(fault) ?? {});
  onTestFinished(() => sandbox.close());
  const { DMT_OTHER_AGENT_ID, DMT_OTHER_AGENT_PASSWORD, ...environment } = sandbox.environment;
  expect([DMT_OTHER_AGENT_ID, DMT_OTHER_AGENT_PASSWORD]).not.toContain(undefined);
  return { ...environment, ...sandbox.permissions, DMT_TARGET: 'sandbox', DMT_PROFILE: 'certification' };
}

const checks = ['--check', 'OP9-RESULT-INVOICE-ID', 'AUTH-OTHER-AGENT'];

const draft = (folder: string, ...args: readonly string[]): Promise<EndedProgram> => program(['waivers', 'draft', ...args], {}, folder);

/** As a person does: each blank gets a value, and nothing else changes. */
const fillIn = (text: string): string =>
  text.replaceAll(/"FILL IN: the last day[^"]*"/g, '"2999-12-31"').replaceAll(/"FILL IN: [^"]*"/g, '"an artificial answer"');

describe('a draft of what a run found', () => {
  test('is refused as it is, and accepted by a report and a run once its blanks are replaced', async () => {
    const environment = await serving('op9-result-invoiceid-is-50123');
    const { code, folder } = await program(['run', ...checks], environment);
    expect(code).toBe(1);
    const file = join(newFolder(), 'waivers.json');
    expect(await draft(folder, '--out', file)).toMatchObject({ code: 0, said: expect.stringContaining('1 waiver and 1 gap') as string });

    const blank = await program(['report'], { DMT_WAIVERS: file }, folder);
    expect(blank.code).toBe(2);
    const fields = 'expected reason, owner, ticket, approver, expires, received the blanks of a draft';
    expect(blank.said).toContain(`waiver of OP9-RESULT-INVOICE-ID: ${fields}`);
    expect(blank.said).toContain(`gap of AUTH-OTHER-AGENT: ${fields}`);

    writeFileSync(file, fillIn(readFileSync(file, 'utf8')));
    const accepted = { code: 0, verdict: { verdict: 'conformant-with-deviations-selection', unfit: [] } };
    expect(await program(['report'], { DMT_WAIVERS: file }, folder)).toMatchObject(accepted);
    expect((await draft(folder)).said).toContain('nothing to accept');
    expect(await program(['run', ...checks], { ...environment, DMT_WAIVERS: file })).toMatchObject(accepted);
  });

  test('keeps what was accepted, and one blank left is named alone', async () => {
    const { folder } = await program(['run', ...checks], await serving('op9-result-invoiceid-is-50123'));
    const file = join(newFolder(), 'waivers.json');
    await draft(folder, '--out', file);
    const filled = JSON.parse(fillIn(readFileSync(file, 'utf8'))) as WaiversFile;
    writeFileSync(file, JSON.stringify({ waivers: filled.waivers?.map((one) => ({ ...one, owner: 'FILL IN: who puts it right' })) }));
    const { code, said } = await program(['report'], { DMT_WAIVERS: file }, folder);
    expect({ code, named: said.match(/waiver of \S+: expected .*/g) }).toEqual({
      code: 2,
      named: ['waiver of OP9-RESULT-INVOICE-ID: expected owner, received the blanks of a draft: replace each "FILL IN: …"'],
    });

    writeFileSync(file, JSON.stringify({ waivers: filled.waivers }));
    await program(['report'], { DMT_WAIVERS: file }, folder);
    const next = join(newFolder(), 'next.json');
    await draft(folder, '--out', next);
    const drafted = JSON.parse(readFileSync(next, 'utf8')) as WaiversFile;
    expect(drafted.waivers).toEqual(filled.waivers);
    expect(drafted.gaps?.map(({ clause, owner }) => `${clause} ${owner}`)).toEqual(['AUTH-OTHER-AGENT FILL IN: who puts it right']);
  });
});

test('what guards secrets is named, and not drafted', async () => {
  const { folder } = await program(['run', '--check', 'TOKEN-REFUSES-MISSING-BASIC'], await serving('token-without-basic'));
  const { code, said } = await draft(folder);
  expect(code).toBe(0);
  expect(said).toContain('TOKEN-REFUSES-MISSING-BASIC is broken and guards money, consent or secrets: no waiver is accepted');
  expect(said).toContain('nothing to accept that may be accepted');
});

test('an existing file stays, and a folder without a run is refused', async () => {
  const { folder } = await program(['run', '--check', 'OP9-RESULT-INVOICE-ID'], await serving('op9-result-invoiceid-is-50123'));
  const file = join(newFolder(), 'waivers.json');
  writeFileSync(file, 'mine');
  const { code, said } = await draft(folder, '--out', file);
  expect({ code, text: readFileSync(file, 'utf8') }).toEqual({ code: 2, text: 'mine' });
  expect(said).toContain('--out: expected a new file, received one that exists');
  const empty = newFolder();
  expect((await draft(empty)).code).toBe(2);
  expect(existsSync(join(empty, 'verdict.json'))).toBe(false);
});

test('a blocked clause gets its gap even where another check judged it, and the filled draft accepts everything', () => {
  const sample = buildSample(['fail', 'blocked', 'pass', 'untried']);
  const [broken, blocked, , untried] = sample.clauses.map(({ id }) => id);
  const plan = sample.plan.map((check, index) => (index === 2 ? { ...check, clause: blocked ?? '' } : check));
  const folder = newFolder();
  writeSample(folder, { ...sample, plan });
  const journal = readJournal(folder);
  const { file } = draftAcceptances(journal, sample.clauses, noAcceptances);
  expect(file.waivers?.map(({ clause }) => clause)).toEqual([broken]);
  expect(file.gaps?.map(({ clause }) => clause)).toEqual([blocked, sample.clauses[2]?.id, untried]);
  const filled = JSON.parse(fillIn(JSON.stringify(file))) as WaiversFile;
  expect(assembleVerdict(journal, sample.clauses, { file: filled, passedBefore: {} })).toMatchObject({
    verdict: 'conformant-with-deviations',
    unfit: [],
  });
});
