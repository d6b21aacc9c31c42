import { addresses } from './robustness/addresses.ts';
import { broken } from './robustness/broken.ts';
import { chaos } from './robustness/chaos.ts';
import { clientRatio } from './speed/client.ts';
import { diffRatio } from './contract/diff.ts';
import { diffBeside } from './contract/diff-beside.ts';
import { facts } from './speed/facts.ts';
import { fuzz } from './campaigns/fuzz.ts';
import { hostile } from './robustness/hostile.ts';
import { kill } from './robustness/kill.ts';
import { latency } from './speed/latency.ts';
import { sameVerdicts } from './same-verdicts/same-verdicts.ts';
import { repeat } from './speed/repeat.ts';
import { secrets } from './redaction/secrets.ts';
import { shards } from './shards/shards.ts';
import { mixtures } from './together/mixtures.ts';
import { together } from './together/together.ts';
import { verify } from './speed/verify.ts';
import { walks } from './campaigns/walk-seeds.ts';

/** Writes lines while it measures; false when the result is not good enough. */
type Bench = (tell: (line: string) => void, ...more: string[]) => Promise<boolean>;

const asBench =
  (measure: () => Promise<readonly string[]>): Bench =>
  async (tell) => {
    for (const line of await measure()) tell(line);
    return true;
  };

/** Benches by the word after `npm run bench --`. They print ratios, which hold on any machine. */
const benches: Readonly<Record<string, Bench>> = {
  addresses,
  broken,
  chaos,
  client: asBench(clientRatio),
  diff: asBench(diffRatio),
  'diff-beside': diffBeside,
  facts,
  fuzz,
  hostile,
  kill,
  latency,
  mixtures,
  repeat,
  'same-verdicts': sameVerdicts,
  secrets,
  shards,
  together,
  verify,
  walks,
};

const [wanted = 'client', ...more] = process.argv.slice(2);
const bench = benches[wanted];
if (bench === undefined) {
  process.stderr.write(`expected one of ${Object.keys(benches).join(', ')}, received "${wanted}"\n`);
  process.exitCode = 2;
} else {
  process.exitCode = (await bench((line) => void process.stdout.write(`${line}\n`), ...more)) ? 0 : 1;
}
