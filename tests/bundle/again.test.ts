import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { packFiles } from '../../helpers/bundle/archive.ts';
import { manifestName } from '../../helpers/bundle/manifest.ts';
import { verifyBundle } from '../../helpers/bundle/verify.ts';
import { unpackPage } from '../../helpers/report/allure/page/shell.ts';
import { suiteFingerprint } from '../../helpers/report/fingerprint/fingerprints.ts';
import { proofFiles, reportPagePath } from '../../helpers/report/model/file-names.ts';
import { writeReports } from '../../helpers/report/write.ts';
import { faults } from '../../sandbox/faults.ts';
import { sentOtp } from '../../sandbox/twists/requests.ts';
import { envelopeResponse } from '../../sandbox/twists/responses.ts';
import { respondWith } from '../../sandbox/twists/twists.ts';
import { variants } from '../../sandbox/variants.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { clauses } from '../../specs/clauses.ts';
import { planRunChecks } from '../../cli/verify.ts';
import { ownSuites } from '../proof/select.ts';
import { packBundle, forge, manifestIn, unpackBundle, sealBundle, verified } from './forgery.ts';
import { recordedRun } from './recorded.ts';
import { someOf } from '../some-of.ts';

const services = [
  faults.get('op9-takes-any-code'),
  faults.get('unknown-beneficiary-paid'),
  faults.get('op9-the-body-is-an-array'),
  faults.get('a-wrong-method-is-a-server-error'),
  faults.get('op11-rounds-the-amount'),
  variants.get('exponent-numbers'),
  faults.get('callback-by-put'),
  faults.get('links-without-href'),
];

/** Only the checks that can notice the difference. The honest sandbox is judged whole, with a campaign, below. */
const noticing = (service: object | undefined): Environment => {
  const fault = [...faults.values()].find((one) => one === service);
  if (fault === undefined) return { DMT_CHECKS: 'OP-6,OP-9,OP-11,OP-14' };
  return { DMT_CHECKS: ('fuzz' in fault ? fault.fuzz.chapters : ownSuites(fault)).join(',') };
};

/** Packs the recorded run, judges it again, and removes it. */
async function expectSameVerdict(folder: string): Promise<void> {
  try {
    const { file } = await writeReports(folder, clauses, { draw: () => Promise.resolve('') });
    expect(await verified(packBundle(folder, null))).toMatchObject({ tampered: [], differs: [], verdict: { verdict: file.verdict } });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const few = { DMT_CHECKS: 'OP-2,OP-11' };

test.for(
  someOf(
    8,
    services.map((service) => [service] as const),
  ),
)('judging a bundle again gives the same verdict: %j', async ([service]) => {
  await expectSameVerdict(await recordedRun(service, noticing(service)));
});

test.each(['op4-is-http-201-when-it-is-served', 'op4-the-code-is-not-listed'])(
  'what is served in another form agrees with its bundle: %s',
  async (id) => {
    await expectSameVerdict(await recordedRun(faults.get(id), { DMT_CHECKS: 'OP-4,OP-6' }));
  },
);

test('a code of another length, called malformed, agrees with its bundle', async () => {
  const twist = respondWith(
    (request) => ![0, 6].includes(sentOtp(request)?.otp.length ?? 0),
    () => envelopeResponse(4160, 'consent.format'),
  );
  await expectSameVerdict(await recordedRun({ twist }, { DMT_CHECKS: 'CODE-4170~otp-continued-*,CODE-4170~otp-cut-OP-9' }));
});

test.for(someOf(3, [['fuzz-surrogate-echoed'], ['the honest sandbox'], ['fuzz-apostrophe-in-name']] as const))(
  'a campaign is judged again as it was: %s',
  async ([id]) => {
    const size = { DMT_FUZZ_RUNS: '10', DMT_FUZZ_SECONDS: '60' };
    await expectSameVerdict(await recordedRun(faults.get(id), { ...size, ...noticing(faults.get(id)) }));
  },
);

test('a second run in the same folder shows the changes, and judging it again gives the same verdict', async () => {
  const draw = (): Promise<string> => Promise.resolve('');
  const folder = await recordedRun();
  try {
    await writeReports(folder, clauses, { draw });
    await recordedRun(faults.get('op11-rounds-the-amount'), {}, folder);
    const { changes } = await writeReports(folder, clauses, { draw });
    expect(changes).not.toBeNull();
    const request = { bytes: packBundle(folder, null), name: 'bundle.zip', trusted: null, nonce: null, clauses, checksOf: planRunChecks };
    expect(await verifyBundle(request)).toMatchObject({ tampered: [], differs: [] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const readProofWords = (folder: string): string =>
  unpackPage(readFileSync(join(folder, reportPagePath), 'utf8'))
    ?.data.get('widgets/variables.json')
    ?.toString('utf8') ?? '';

test('a page does not depend on the machine, build and proof of those who render it', async () => {
  const folder = await recordedRun(faults.get('op11-rounds-the-amount'), few);
  const here = process.cwd();
  const counts = { faults: 8, faultsKilled: 7, variants: 6, variantsClean: 5, checksNeverSeenToFail: 4 };
  try {
    // The verifier may have another proof of this suite, or none.
    writeFileSync(join(folder, proofFiles.record), JSON.stringify({ suiteSources: suiteFingerprint(), counts }));
    await writeReports(folder, clauses);
    expect(readProofWords(folder)).toContain('7 of 8 planted faults found');
    rmSync(join(folder, proofFiles.record));
    const bytes = packBundle(folder, null);
    vi.stubEnv('GITHUB_ACTIONS', 'true');
    vi.stubEnv('GITHUB_REPOSITORY', 'somebody/something');
    vi.stubEnv('GITHUB_WORKFLOW', 'nightly {');
    vi.stubEnv('GITHUB_RUN_ID', '7');
    process.chdir(folder);
    expect(await verified(bytes)).toMatchObject({ tampered: [], differs: [] });
  } finally {
    process.chdir(here);
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});

test('a release that renders differently but judges the same reports no difference', async () => {
  const folder = await recordedRun(faults.get('op11-rounds-the-amount'), few);
  try {
    await writeReports(folder, clauses, { draw: () => Promise.resolve('') });
    const files = unpackBundle(packBundle(folder, null));
    files.set('cards/OP11-AMOUNT-EXACT.html', Buffer.from('in other words'));
    const resealed = { ...manifestIn(sealBundle(files, null)), rendering: '0'.repeat(64) };
    files.set(manifestName, Buffer.from(`${JSON.stringify(resealed, null, 2)}\n`));
    const found = await verified(packFiles(files));
    expect(found).toMatchObject({ tampered: [], differs: [] });
    expect(found.notes.join()).toContain('cards/OP11-AMOUNT-EXACT.html');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('another release reports what it judges differently', async () => {
  const folder = await recordedRun({}, few);
  try {
    await writeReports(folder, clauses, { draw: () => Promise.resolve('') });
    const bytes = await forge(packBundle(folder, null), (journals) => {
      journals.run = { ...journals.run, suiteVersion: '0.0.9', suiteFingerprint: '0'.repeat(64) };
    });
    const request = { bytes, name: 'bundle.zip', trusted: null, nonce: null, clauses, checksOf: planRunChecks };
    const same = await verifyBundle(request);
    expect(same).toMatchObject({ tampered: [], differs: [] });
    expect(same.notes.join()).toContain('packed by release 0.0.9');
    const stricter = clauses.map((clause) => ({ ...clause, text: `${clause.text} ` }));
    const fewer: typeof planRunChecks = (extent) => planRunChecks(extent).slice(1);
    expect(await verifyBundle({ ...request, checksOf: fewer })).toMatchObject({
      tampered: [],
      differs: [expect.stringContaining('this release does not')],
    });
    expect((await verifyBundle({ ...request, clauses: stricter })).differs).not.toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
