import { clientRatio } from './client.ts';
import { diffRatio } from './diff.ts';

/** Every benchmark by its word behind `npm run bench --`; each prints ratios, which hold on any machine. */
const benches: Readonly<Record<string, () => Promise<readonly string[]>>> = { client: clientRatio, diff: diffRatio };

const [wanted = 'client'] = process.argv.slice(2);
const bench = benches[wanted];
if (bench === undefined) {
  process.stderr.write(`expected one of ${Object.keys(benches).join(', ')}, received "${wanted}"\n`);
  process.exitCode = 2;
} else {
  for (const line of await bench()) process.stdout.write(`${line}\n`);
}
