import { rmSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { packFiles } from '../../helpers/bundle/archive.ts';
import { collectContents } from '../../helpers/bundle/contents.ts';
import { manifestName, buildManifest } from '../../helpers/bundle/manifest.ts';
import { verifyBundle } from '../../helpers/bundle/verify.ts';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import { planRunChecks } from '../../cli/verify.ts';
import { reportedRun } from '../../tests/bundle/recorded.ts';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { clauses } from '../../specs/clauses.ts';

const times = 100;
const longestMs = 5000;

/** Every tenth bundle has a campaign as well. More would take longer than a quarter of an hour. */
const campaign = { DMT_FUZZ_RUNS: '20' };
const campaignEvery = 10;

function pickServices(): readonly { readonly id: string }[] {
  const all = [...faults.values(), ...variants.values()];
  return Array.from({ length: times }, (_, n) => all[Math.floor((n * all.length) / times)] ?? { id: 'the honest one' });
}

/** Judges runs of many services again from their bundles. True when every verdict is the same and none takes too long. */
export async function verify(tell: (line: string) => void): Promise<boolean> {
  const took: number[] = [];
  let different = 0;
  let size = 0;
  for (const [n, { id, ...service }] of pickServices().entries()) {
    const folder = await reportedRun(service, n % campaignEvery === 0 ? campaign : {});
    const { files } = collectContents(folder);
    const bytes = packFiles(new Map([...files, [manifestName, buildManifest(files, readJournal(folder).run, { key: null })]]));
    rmSync(folder, { recursive: true });
    await turn();
    const started = performance.now();
    const found = await verifyBundle({ bytes, name: 'bundle.zip', trusted: null, nonce: null, clauses, checksOf: planRunChecks });
    took.push(performance.now() - started);
    size = Math.max(size, bytes.length);
    const told = [...found.tampered, ...found.differs];
    if (told.length > 0) different += 1;
    for (const line of told) tell(`${id}: ${line}`);
  }
  const sorted = took.toSorted((one, other) => one - other).map((ms) => Math.round(ms));
  tell(
    `${times} bundles of at most ${Math.round(size / 1024)} KiB, ${different} judged otherwise; median ${sorted[times / 2]} ms, longest ${sorted.at(-1)} ms`,
  );
  return different === 0 && (sorted.at(-1) ?? 0) < longestMs;
}
