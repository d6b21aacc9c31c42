import { faults } from '../../sandbox/faults.ts';
import { listTrials, proveAll } from '../../tests/proof/all.ts';
import type { Row, Trial } from '../../tests/proof/prove.ts';
import { shuffled } from '../../tests/proof/shuffled.ts';

const times = 20;

const listClauses = (sightings: Row['failed']): string => [...new Set(sightings.map(({ clause }) => clause))].sort().join(',');

const signature = ({ kind, id, failed, warned, blocked }: Row): string =>
  [kind, id, listClauses(failed), listClauses(warned), [...new Set(blocked.map(({ cause }) => cause))].sort().join(',')].join(' | ');

/** Other benches (walks, fuzz) try faults that need a campaign, with twenty seeds. */
const isOrdinary = ({ id }: Trial): boolean => faults.get(id)?.campaign !== true;

/** Repeats the whole proof, with services and checks in another order each time. True when nothing differs. */
export async function repeat(tell: (line: string) => void): Promise<boolean> {
  const seen = new Map<string, string>();
  let differences = 0;
  for (let order = 1; order <= times; order += 1) {
    const trials = shuffled(order, ({ kind, id }: Trial) => `${kind} ${id}`)(listTrials({ order }).filter(isOrdinary));
    const started = performance.now();
    await proveAll(trials, (row) => {
      const key = `${row.kind} ${row.id}`;
      const now = signature(row);
      const before = seen.get(key) ?? now;
      seen.set(key, before);
      if (before === now) return;
      differences += 1;
      tell(`expected ${before}\nreceived ${now} in repeat ${order}`);
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    tell(`repeat ${order} of ${times}: ${trials.length} services in ${seconds} s, ${differences} differences so far`);
  }
  return differences === 0;
}
