import type { Fault } from '../../sandbox/catalog.ts';
import { hiddenFaults } from '../../sandbox/faults/hidden.ts';
import { runInWorkers } from '../in-workers.ts';
import { chooseRounds, isAccusing, judgeSight, type Alone, type Ended, type Sight } from './rounds.ts';
import type { Planting, PlantingResult } from './worker.ts';

type WriteLine = (line: string) => void;

/** Only a campaign finds the others. */
const isPlain = ({ campaign, fuzz }: Fault): boolean => campaign === undefined && fuzz === undefined;

async function judgeAll(plantings: readonly Planting[]): Promise<readonly PlantingResult[]> {
  const results: PlantingResult[] = [];
  await runInWorkers(new URL('worker.ts', import.meta.url), plantings, (result) => results.push(result as PlantingResult), 2);
  return results;
}

const asEnded = (result: PlantingResult | undefined): Ended => new Map(result?.ended);

function toAlone({ plant: [id = ''], ended }: PlantingResult, clauses: readonly string[]): Alone {
  const checks = (wanted: (verdict: string) => boolean): string[] => ended.filter(([, verdict]) => wanted(verdict)).map(([check]) => check);
  const own = checks(isAccusing).filter((check) => clauses.includes(check.split('~')[0] ?? ''));
  return { id, accusedBy: own, blocks: checks((verdict) => verdict === 'blocked') };
}

async function findAlone(faults: readonly Fault[]): Promise<readonly Alone[]> {
  const results = await judgeAll(faults.map(({ id }) => ({ plant: [id], checks: null })));
  return results.map((result) => {
    const { breaks = [], warns = [] } = faults.find(({ id }) => id === result.plant[0]) ?? {};
    return toAlone(result, [...breaks, ...warns]);
  });
}

/** Judges one round together, and again without each of its faults. */
async function judgeRound(round: readonly Alone[]): Promise<readonly (readonly [string, Sight])[]> {
  const ids = round.map(({ id }) => id);
  const [together] = await judgeAll([{ plant: ids, checks: null }]);
  const without = await judgeAll(round.map(({ id, accusedBy }) => ({ plant: ids.filter((other) => other !== id), checks: accusedBy })));
  return round.map((fault) => {
    const rest = without.find(({ plant }) => !plant.includes(fault.id));
    return [fault.id, judgeSight(fault, asEnded(together), asEnded(rest))] as const;
  });
}

/** What others hide in one round is planted again with those that were hidden too, in halves where they hide each other. Returns what was found in no round. */
async function judgeRounds(faults: readonly Alone[], tell: WriteLine): Promise<readonly Alone[]> {
  const hidden: Alone[] = [];
  for (const round of chooseRounds(faults)) {
    const sights = new Map(await judgeRound(round));
    const left = round.filter(({ id }) => sights.get(id) !== 'found');
    tell(`${round.length} planted together: ${round.length - left.length} found`);
    for (const { id } of left) tell(`  ${id}: ${sights.get(id) ?? ''}`);
    hidden.push(...left);
  }
  if (hidden.length === 0 || faults.length === 1) return hidden;
  if (hidden.length < faults.length) return judgeRounds(hidden, tell);
  const half = Math.ceil(hidden.length / 2);
  return [...(await judgeRounds(hidden.slice(0, half), tell)), ...(await judgeRounds(hidden.slice(half), tell))];
}

/** Plants all faults that do not contradict each other at once, and takes out one after the other. */
export async function together(tell: WriteLine): Promise<boolean> {
  const alone = await findAlone(hiddenFaults.filter(isPlain));
  const unseen = alone.filter(({ accusedBy }) => accusedBy.length === 0);
  for (const { id } of unseen) tell(`! ${id}: missed alone`);
  const seen = alone.filter(({ accusedBy }) => accusedBy.length > 0);
  const left = await judgeRounds(seen, tell);
  const found = seen.length - left.length;
  const missed = unseen.length + left.length;
  tell(`${alone.length} faults · ${found} found together with others · ${missed} missed`);
  return missed === 0;
}
