import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { isRecord, listAt, member, parseJson, textAt } from '../../helpers/core/json.ts';
import { faults } from '../../sandbox/faults.ts';
import { combine } from '../../sandbox/twists/twists.ts';
import { findUnnamedSheets } from '../a11y/paper.ts';
import { marker, texts } from '../hostile/texts.ts';
import { resumeAfterKill } from './killed.ts';
import { measure } from './measures.ts';
import { fillAll, heading, planAndApprove, start, turnTo, valuesOf, waitForEnd, withSitting, type Sitting } from './sitting.ts';

/** Called on every step, as it stands. */
export type Look = (page: Page, step: string) => Promise<void>;

export interface Scenario {
  readonly name: string;
  readonly play: (browser: Browser, look: Look, say: (line: string) => void) => Promise<void>;
}

const wrong = combine(...['op15-takes-any-token', 'op11-result-isdelayed-is-no'].flatMap((id) => faults.get(id)?.twist ?? []));

const readRecord = (folder: string, name: string): Readonly<Record<string, unknown>> => {
  const value = parseJson(readFileSync(join(folder, name), 'utf8'));
  assert.ok(isRecord(value), `${name} is an object`);
  return value;
};

/** What a gray print leaves of each pattern of the bars. */
const patterns = `[...document.querySelectorAll('.legend .key')].map((one) => {
  const { backgroundImage, boxShadow } = getComputedStyle(one);
  return (backgroundImage + boxShadow).replaceAll(/rgb[^)]*\\)/g, '');
})`;

/** What stands against signing is what the decision has; on paper, the bars differ and each sheet has its run. */
async function readResult({ page, folder }: Sitting): Promise<void> {
  const decision = readRecord(join(folder, 'reports'), 'decision.json');
  const against = listAt(member(decision, 'sheet'), 'against') ?? [];
  const [broken, open] = ['broken', 'not judged'].map((state) => against.filter((one) => textAt(one, 'state') === state));
  const shown = (await page.locator('.verdict li').allTextContents()).map((row) => row.replaceAll(/\s+/g, ' ').trim());
  assert.equal(shown.filter((row) => row.startsWith('broken: ')).length, broken?.length);
  const others = shown.filter((row) => row.startsWith('not judged: ')).map((row) => 1 + Number(/ and (\d+) more/.exec(row)?.[1] ?? 0));
  assert.equal(
    others.reduce((sum, count) => sum + count, 0),
    open?.length,
  );
  for (const one of broken ?? [])
    assert.ok(shown.some((row) => row.includes(`${textAt(one, 'clause')} · action: ${textAt(one, 'mover')}`)));
  const kinds = await page.evaluate<readonly string[]>(patterns);
  assert.equal(new Set(kinds).size, 6, kinds.join(' | '));
  assert.deepEqual(await findUnnamedSheets(page, textAt(decision, 'run') ?? '', 6), []);
}

async function acceptAll({ page }: Sitting): Promise<void> {
  await turnTo(page, 'Accept');
  await page.getByText('What stands against signing').waitFor();
  for (const closed of await page.locator('main details:not([open]) > summary:has(h3)').all()) await closed.click();
  const clarifications = page.locator('details', { hasText: 'Clarifications, for' }).locator('fieldset legend input');
  const asked = await clarifications.count();
  const answered = await page.locator('fieldset legend').allTextContents();
  assert.equal(new Set(answered).size, answered.length, 'a clause that is broken is no question as well');
  const boxes = await page.locator('fieldset.entry legend input').all();
  for (const box of boxes.slice(0, boxes.length - asked)) await box.check();
  assert.ok(await page.getByRole('button', { name: /^Write / }).isDisabled(), 'an entry without reason cannot be written');
  for (const [label, value] of Object.entries({
    Reason: 'known',
    'Who puts it right': 'wallet team',
    Ticket: 'TICKET-1',
    Approver: 'desk',
  }))
    await page.locator('form.entry').getByLabel(label).fill(value);
  await page.locator('form.entry').getByLabel('Last day').fill('2020-01-31');
  await page.getByRole('button', { name: 'Fill in where it is empty' }).click();
  await page
    .getByText(/expired on 2020-01-31/)
    .first()
    .waitFor();
  await page.locator('fieldset.entry input[type=date]').first().fill('2999-01-31');
  for (const day of await page.locator('fieldset.entry input[type=date]').all()) await day.fill('2999-01-31');
  await page.getByText('Checked: a run would take this file.').waitFor();
}

async function certify(browser: Browser, look: Look): Promise<void> {
  await withSitting(browser, { twist: wrong }, async (sitting) => {
    const { page, folder, sandbox } = sitting;
    const values = valuesOf(sandbox, { DMT_PROFILE: 'certification', DMT_TARGET_BUILD: '2026.11.3', DMT_FUZZ_RUNS: '0' });
    await fillAll(page, values);
    await page.getByText('credentials: a token for').waitFor();
    await page.getByLabel(/^Name: empty/).fill('uat');
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Nothing is kept in memory only.').waitFor();
    assert.equal(statSync(join(folder, '.env.uat')).mode & 0o777, 0o600);
    await look(page, 'target');
    await planAndApprove(page);
    await page.getByText(/\d+ requests for as much as a balance/).waitFor();
    await look(page, 'plan');
    await turnTo(page, 'Run');
    await start(page);
    await page.getByText('Progress by chapter').waitFor({ timeout: 120_000 });
    await look(page, 'run');
    await waitForEnd(page);
    await page.getByRole('heading', { name: /^Broken: 2 clauses, by \d+ checks$/ }).waitFor();
    assert.deepEqual(await page.locator('.main').allTextContents(), ['Next: result'], 'the next step is the main button');
    await turnTo(page, 'Result');
    await page
      .locator('.verdict')
      .getByText(/NOT CONFORMANT · 2 clauses broken/)
      .waitFor();
    await page.locator('details.failure summary').first().click();
    await page.locator('details.failure pre').first().waitFor();
    await look(page, 'result');
    await readResult(sitting);
    await repeat(sitting);
    await acceptAll(sitting);
    await look(page, 'accept');
    await page.getByRole('button', { name: /^Write / }).click();
    await page.getByText(/^Written: /).waitFor({ timeout: 60_000 });
    const waivers = readRecord(join(folder, 'reports'), 'waivers.json');
    assert.deepEqual(
      listAt(waivers, 'waivers')?.map((one) => textAt(one, 'clause')),
      ['OP11-RESULT-IS-DELAYED', 'AUTH-401'],
    );
    const decision = readRecord(join(folder, 'reports'), 'decision.json');
    assert.match(textAt(decision, 'headline') ?? '', /^CONFORMANT EXCEPT 2 ACCEPTED DEVIATIONS AND \d+ ACCEPTED GAPS/);
    assert.equal(decision['signable'], true, 'a certification run of a named build');
    await page.getByText('Nothing stands against signing.').waitFor();
    await turnTo(page, 'Result');
    await page.locator('.verdict.good').getByText('May be signed.').waitFor();
    const shown = await page.content();
    for (const name of ['DMT_CLIENT_PASSWORD', 'DMT_AGENT_PASSWORD', 'DMT_MPIN']) assert.ok(!shown.includes(values[name] ?? ''), name);
    assert.equal(await page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length'), 0);
  });
}

async function repeat({ page, folder }: Sitting): Promise<void> {
  const failure = page.locator('details.failure', { hasText: 'AUTH-401' });
  await failure.locator('summary').first().click();
  await failure.getByRole('button', { name: /^Repeat/ }).click();
  await heading(page, 'Run').waitFor();
  await waitForEnd(page);
  assert.equal(readRecord(join(folder, 'reports/repeat'), 'verdict.json')['verdict'], 'non-conformant');
  assert.equal(member(readRecord(join(folder, 'reports'), 'verdict.json')['run'], 'selection'), null, 'the main report stays');
}

/** Reads the code of the newest message, as a person does on a telephone. */
async function readCode(otpUrl: string, mobile: string): Promise<string> {
  const answer = await fetch(otpUrl.replace('{mobile}', mobile).replace(/&state=.*/, ''));
  return /\d{4,8}(?!\d)/.exec(await answer.text())?.[0] ?? '';
}

const checksWithCodes = { DMT_CHECKS: 'OP-2,OP-4,OP-6,AUTH-401~*OP-15', DMT_OTP_SOURCE: 'prompt' };

/** Types what the page asks for until the run ends. The first message is sent again; the next code is mistyped, and corrected. */
async function typeCodes({ page, sandbox }: Sitting): Promise<number> {
  const { DMT_OTP_URL = '', DMT_SUB_AGENT_MOBILE = '', DMT_CUSTOMER_MOBILE = '', DMT_SPARE_MOBILES = '' } = sandbox.environment;
  const mobileOf = (words: string): string => {
    const spare = /spare (\d+)/.exec(words)?.[1];
    if (spare !== undefined) return DMT_SPARE_MOBILES.split(',')[Number(spare) - 1] ?? '';
    return words.includes('sub-agent, mobile') ? DMT_SUB_AGENT_MOBILE : DMT_CUSTOMER_MOBILE;
  };
  let typed = 0;
  for (;;) {
    const open = page.locator('form.code:has(input)').first();
    await open
      .or(page.getByText(/^The run has ended/))
      .first()
      .waitFor({ timeout: 60_000 });
    if ((await open.count()) === 0) return typed;
    const words = await open.innerText();
    const [asked = ''] = /Code \d+ of/.exec(words) ?? [];
    // The first one may be another by the time it is filled in.
    const form = page.locator('form.code:has(input)').filter({ hasText: asked });
    assert.match(words, /Code \d+ of about \d+ · \S.*\n.*mobile ending in \d\d/);
    if (typed === 0) {
      const again = page.getByRole('button', { name: `Send code ${/\d+/.exec(words)?.[0] ?? ''} again`, exact: true });
      await again.click();
      await again.waitFor({ state: 'detached' });
      typed += 1;
      continue;
    }
    if (typed === 1) {
      await form.getByRole('textbox').fill('0000');
      await form.getByRole('textbox').press('Enter');
      await page
        .getByRole('button', { name: /^Correct code/ })
        .first()
        .click();
    }
    await form.getByRole('textbox').fill(await readCode(DMT_OTP_URL, mobileOf(words)));
    await form.getByRole('textbox').press('Enter');
    await form.waitFor({ state: 'detached' });
    typed += 1;
  }
}

async function typeAndStop(browser: Browser, look: Look): Promise<void> {
  await withSitting(browser, { twist: wrong }, async (sitting) => {
    const { page, sandbox, folder, served } = sitting;
    await fillAll(page, valuesOf(sandbox, { ...checksWithCodes, DMT_OTP_URL: undefined }));
    await page.getByRole('button', { name: 'Examine everything' }).click();
    await page.getByText('a person is asked on this page').first().waitFor({ timeout: 60_000 });
    await planAndApprove(page);
    await turnTo(page, 'Run');
    await start(page);
    await page.locator('form.code').first().waitFor({ timeout: 60_000 });
    await look(page, 'run-codes');
    const other = await page.context().newPage();
    const said = await page.evaluate(
      `fetch('api/run/start', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }).then((one) => one.json())`,
    );
    assert.match(textAt(said, 'problem') ?? '', /under way/, 'a second tab starts no second run');
    await other.goto(page.url().replace(/#.*/, '#run'));
    await other.locator('form.code').first().waitFor();
    await other.close();
    await page.getByRole('button', { name: 'Stop the run' }).click();
    await waitForEnd(page);
    await page.reload();
    await heading(page, 'Run').waitFor();
    assert.equal(member(readRecord(join(folder, 'reports'), 'verdict.json')['run'], 'interrupted'), true);
    await page.getByRole('button', { name: 'Resume the unfinished run' }).click();
    // The end of the first sitting shows until the second one begins.
    await page.getByText(/^The run has ended/).waitFor({ state: 'hidden' });
    assert.ok((await typeCodes(sitting)) >= 3);
    const verdict = readRecord(join(folder, 'reports'), 'verdict.json');
    assert.equal(listAt(verdict['run'], 'sittings')?.length, 2);
    assert.equal(verdict['verdict'], 'non-conformant', `${String(verdict['because'])} ${JSON.stringify(verdict['causes']).slice(0, 600)}`);
    await acceptAll(sitting);
    await page.getByRole('button', { name: /^Write / }).click();
    await page.getByText(/^Written: /).waitFor({ timeout: 60_000 });
    assert.match(textAt(readRecord(join(folder, 'reports'), 'decision.json'), 'headline') ?? '', /1 ACCEPTED DEVIATION/);
    await turnTo(page, 'Result');
    await page.locator('.verdict:not(.good)').getByText('May not be signed:').waitFor();
    assert.equal(served.isRunning(), false);
  });
}

/** Marks that only markup or a script of the service could make. */
const strange = `[...document.querySelectorAll('script:not([src]), img, iframe, [onerror], failure, b, meta[http-equiv]')].map((one) => one.outerHTML)`;

async function hostile(browser: Browser): Promise<void> {
  for (const { story: name, twist } of texts) {
    await withSitting(browser, { twist: twist({ receiver: '', stranger: '' }) }, async ({ page, sandbox }) => {
      await fillAll(page, valuesOf(sandbox, { DMT_CHECKS: 'Token,OP-1,OP-2,OP-15' }));
      await page.getByRole('button', { name: 'Examine everything' }).click();
      await page.locator('main > div[role=status] ul').waitFor({ timeout: 60_000 });
      await planAndApprove(page);
      await turnTo(page, 'Run');
      await start(page);
      await waitForEnd(page);
      let seen = await page.content();
      assert.deepEqual(await page.evaluate(strange), [], name);
      await turnTo(page, 'Result');
      // By key: what opens moves the others, and a click would miss them.
      for (const failure of await page.locator('details.failure > summary').all()) await failure.press('Enter');
      // Detached once none is left.
      await page.locator('details.failure').getByText('loading …').first().waitFor({ state: 'detached' });
      seen += await page.content();
      assert.deepEqual(await page.evaluate(strange), [], name);
      await turnTo(page, 'Accept');
      await page.getByText('What stands against signing').waitFor();
      seen += await page.content();
      assert.deepEqual(await page.evaluate(strange), [], name);
      // Views show bodies and what was received; headers are in the report.
      assert.ok(/header|its reason|a token$/.test(name) || seen.includes(marker), `${name}: came through`);
    });
  }
}

export const scenarios: readonly Scenario[] = [
  { name: 'from Target to a decision with its waivers, on a wrong service', play: certify },
  { name: 'codes typed and corrected, a second tab, stop, reload, resume', play: typeAndStop },
  { name: 'the server killed in the middle of a run, and resumed', play: resumeAfterKill },
  { name: 'hostile texts through every view', play: hostile },
  { name: 'first paint, and memory over a campaign', play: measure },
];
