import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { estimateBill } from '../../cli/run/dry-run.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { planFor } from '../../suites/plan-for.ts';
import { readSandboxConfig } from '../sandbox-config.ts';
import { measure, type Measured } from '../../tests/broken/measure.ts';
import type { Broken } from '../../tests/broken/service.ts';
import { brokenServices } from '../../tests/broken/table.ts';

/** A run that takes longer counts as endless. */
const longestMs = 240_000;
const pendingSeconds = 10;
const timeoutSeconds = 10;
const mostTimes = 3;

const withoutCampaign = { DMT_FUZZ_RUNS: '0' };

interface Row {
  readonly key: string;
  readonly honest: Measured;
  readonly broken: Measured;
  readonly caps: Caps;
}

/** For a run without a campaign: its bill. With a campaign: what the honest service took. */
type Caps = Pick<Measured, 'otps' | 'transfers'>;

async function readBilledCaps(): Promise<Caps> {
  const sandbox = await startSandbox();
  const config = readSandboxConfig({ ...sandbox.environment, ...withoutCampaign });
  await sandbox.close();
  return (await estimateBill(config, planFor(config), 'by-suite')).atMost;
}

/** A run may take three times an honest run, plus one wait for PENDING and five timeouts. */
function findExcesses({ honest, broken, caps }: Row): readonly string[] {
  const seconds = mostTimes * honest.seconds + pendingSeconds + 5 * timeoutSeconds;
  return [
    ...(broken.seconds > seconds ? [`longer than ${seconds.toFixed(0)} s`] : []),
    ...(broken.requests > mostTimes * honest.requests ? ['requests'] : []),
    ...(broken.otps > caps.otps ? ['OTPs'] : []),
    ...(broken.transfers > caps.transfers ? ['transfers'] : []),
  ];
}

function formatRow(row: Row): string {
  const { key, honest, broken } = row;
  const wrong = findExcesses(row);
  const figures = [
    `${broken.seconds.toFixed(1).padStart(6)} s`,
    `${(broken.seconds / honest.seconds).toFixed(1).padStart(5)} ×`,
    `${String(broken.requests).padStart(6)} requests`,
    `${(broken.requests / honest.requests).toFixed(1).padStart(4)} ×`,
    `${String(broken.otps).padStart(5)} OTPs`,
    `${String(broken.transfers).padStart(5)} transfers`,
    `${String(broken.failed.length).padStart(4)} clauses`,
  ];
  return `${wrong.length === 0 ? ' ' : '!'}${figures.join('  ')}  ${broken.verdict.padEnd(15)} ${key}${wrong.length === 0 ? '' : `: ${wrong.join(', ')}`}`;
}

type KeptMeasurements = Readonly<Record<string, Measured>>;

const readKept = (file: string): KeptMeasurements => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as KeptMeasurements) : {});

function differences(before: Measured | undefined, { failed }: Measured): readonly string[] {
  if (before === undefined) return [];
  const lost = before.failed.filter((clause) => !failed.includes(clause));
  const more = failed.filter((clause) => !before.failed.includes(clause));
  return [...lost.map((clause) => `    no longer fails: ${clause}`), ...more.map((clause) => `    fails as well: ${clause}`)];
}

/**
 * Compares the cost of thoroughly broken services with an honest one. Further words select among them. `keep=FILE` writes the failed
 * clauses when the file is missing, and shows what differs when it exists.
 */
export async function broken(tell: (line: string) => void, ...words: string[]): Promise<boolean> {
  const file = words.find((word) => word.startsWith('keep='))?.slice('keep='.length);
  const before = file === undefined ? {} : readKept(file);
  const asked = words.filter((word) => !word.includes('='));
  const chosen = brokenServices.filter(({ story }) => asked.every((word) => story.includes(word)));
  const honest = new Map<string, Measured>();
  const after: Record<string, Measured> = {};
  const bill = await readBilledCaps();
  let bad = 0;
  const one = async (service: Broken, withCampaign: boolean): Promise<void> => {
    const environment = withCampaign ? {} : withoutCampaign;
    const { latencyMs = 0 } = service;
    const mode = `${withCampaign ? 'campaign' : 'checks'}${latencyMs === 0 ? '' : ` ${latencyMs} ms`}`;
    const measured = honest.get(mode) ?? (await measure({ story: 'honest', latencyMs }, environment, longestMs));
    if (!honest.has(mode)) tell(formatRow({ key: `honest (${mode})`, honest: measured, broken: measured, caps: measured }));
    honest.set(mode, measured);
    const caps = withCampaign ? measured : bill;
    const row = { key: `${service.story} (${mode})`, honest: measured, broken: await measure(service, environment, longestMs), caps };
    after[row.key] = row.broken;
    if (findExcesses(row).length > 0) bad += 1;
    tell(formatRow(row));
    for (const line of differences(before[row.key], row.broken)) tell(line);
  };
  for (const service of chosen) await one(service, false);
  for (const service of chosen.filter(({ campaign }) => campaign)) await one(service, true);
  if (file !== undefined && !existsSync(file)) writeFileSync(file, JSON.stringify(after, null, 1));
  tell(`${chosen.length} broken services, ${bad} runs beyond the bound`);
  return bad === 0;
}
