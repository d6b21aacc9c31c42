import fc from 'fast-check';
import type { Variant } from '../../sandbox/catalog.ts';
import { variants } from '../../sandbox/variants.ts';
import { runInWorkers } from '../in-workers.ts';
import type { PlantingResult } from './worker.ts';

const atOnce = 4;

/** A variant whose trouble blocks checks would hide what the others do, and a personality is a mixture already. */
const isMixable = ({ id, ends, campaign }: Variant): boolean =>
  ends === undefined && campaign === undefined && !id.startsWith('personality-');

/** Two variants that rewrite the description contradict each other. */
const changesDescription = (id: string): boolean =>
  id.startsWith('description-') || variants.get(id)?.checks?.includes('SWAGGER-*') === true;
const isPossible = (ids: readonly string[]): boolean => ids.filter(changesDescription).length < 2;

const drawMixtures = (count: number, seed: number): readonly (readonly string[])[] => {
  const ids = [...variants.values()].filter(isMixable).map(({ id }) => id);
  const mixture = fc.uniqueArray(fc.constantFrom(...ids), { minLength: atOnce, maxLength: atOnce }).filter(isPossible);
  return fc.sample(mixture, { numRuns: count, seed });
};

/** Honest services that are odd in several ways at once: each accusation is without cause. */
export async function mixtures(tell: (line: string) => void, count = '200', seed = '1'): Promise<boolean> {
  const plantings = drawMixtures(Number(count), Number(seed)).map((plant) => ({ plant, checks: null }));
  const counts = { accused: 0, blocked: 0 };
  await runInWorkers(new URL('worker.ts', import.meta.url), plantings, (result) => {
    const { plant, ended } = result as PlantingResult;
    const checksWith = (...wanted: readonly string[]) => ended.filter(([, verdict]) => wanted.includes(verdict)).map(([check]) => check);
    const accused = checksWith('fail', 'error');
    const blocked = checksWith('blocked');
    if (accused.length > 0) counts.accused += 1;
    else if (blocked.length > 0) counts.blocked += 1;
    if (accused.length > 0) tell(`! ${plant.join(' + ')}: ${accused.join(', ')}`);
    else if (blocked.length > 0) tell(`  ${plant.join(' + ')}: ${blocked.length} checks blocked, ${blocked[0] ?? ''} first`);
  });
  tell(
    `${plantings.length} honest services of ${atOnce} variants each · ${counts.accused} accused · ${counts.blocked} with blocked checks`,
  );
  return counts.accused === 0;
}
