import fc from 'fast-check';
import { commands } from './commands.ts';
import { type Drawing, type WalkStep, commandNames, type StartName, startNames } from '../findings/walk-steps.ts';
import type { Walk } from '../model/model.ts';

/** What one walk does with a drawn step. */
export interface Walker {
  readonly walk: Walk;
  readonly take: (step: WalkStep) => Promise<void>;
}

type Drawn = fc.AsyncCommand<Walk, Walker>;

const asCommand = (step: WalkStep): Drawn => ({
  check: (walk) => commands[step.command].ready(walk, walk.actors[step.who]),
  run: (_, walker) => walker.take(step),
  toString: () => `${step.command}(${step.who},${step.pick})`,
});

/** Arguments are indices into whatever there is (a remainder is taken), so that hardly a step is drawn in vain. */
const drawn = commandNames.flatMap((command) => {
  const one = fc
    .tuple(fc.constantFrom(0 as const, 0 as const, 1 as const), fc.nat(99))
    .map(([who, pick]) => asCommand({ command, who, pick }));
  return Array.from({ length: commands[command].weight }, () => one);
});

/** `size: 'max'`: by default walks would be too short to come upon anything. */
const longest = 16;
const plans = (replayPath?: string) =>
  fc.commands(drawn, { maxCommands: longest, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) });

/** How the first walk that failed was drawn; null when none did. `runs` are the walks that were made. */
export interface Draw {
  readonly runs: number;
  readonly failed: Drawing | null;
}

const replayPathIn = (told: string): string => /replayPath="([^"]*)"/.exec(told)?.[1] ?? '';

/** Draws walks until one fails; smaller ones are looked for by us, who know what they cost. */
export async function drawWalks(seed: number, numRuns: number, open: (start: StartName) => Promise<Walker | null>): Promise<Draw> {
  const property = fc.asyncProperty(fc.constantFrom(...startNames, 'veteran' as const), plans(), async (start, plan) => {
    const walker = await open(start);
    if (walker !== null) await fc.asyncModelRun(() => ({ model: walker.walk, real: walker }), plan);
  });
  const details = await fc.check(property, { seed, numRuns, endOnFailure: true });
  if (!details.failed || details.counterexample === null) return { runs: details.numRuns, failed: null };
  const [, plan] = details.counterexample;
  return {
    runs: details.numRuns,
    failed: { seed, path: details.counterexamplePath, replayPath: replayPathIn(fc.stringify(plan)) },
  };
}
