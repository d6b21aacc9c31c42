import { parentPort } from 'node:worker_threads';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { combineDifferences } from '../../sandbox/twists/combine.ts';
import { judgeSandbox } from '../../tests/run/judged.ts';

/** Faults or variants that are planted at once, and the checks to run; all of them without. */
export interface Planting {
  readonly plant: readonly string[];
  readonly checks: readonly string[] | null;
}

export interface PlantingResult extends Planting {
  readonly ended: readonly (readonly [check: string, verdict: string])[];
}

const judgePlanting = async ({ plant, checks }: Planting): Promise<PlantingResult> => {
  const service = combineDifferences(plant.flatMap((id) => faults.get(id) ?? variants.get(id) ?? []));
  const ended = await judgeSandbox(service, {}, checks);
  return { plant, checks, ended: ended.map(({ check, verdict }) => [check, verdict] as const) };
};

parentPort?.on('message', (planting: Planting) => {
  void judgePlanting(planting).then((result) => parentPort?.postMessage(result));
});
