import fc from 'fast-check';
import { commands } from './commands.ts';
import { type Drawing, type SequenceStep, commandNames, type StartName, startNames } from '../findings/sequence-steps.ts';
import type { Sequence } from '../model/model.ts';

export interface Player {
  readonly sequence: Sequence;
  readonly take: (step: SequenceStep) => Promise<void>;
}

type DrawnCommand = fc.AsyncCommand<Sequence, Player>;

const toCommand = (step: SequenceStep): DrawnCommand => ({
  check: (sequence) => commands[step.command].ready(sequence, sequence.participants[step.who]),
  run: (_, player) => player.take(step),
  toString: () => `${step.command}(${step.who},${step.pick})`,
});

/** Arguments are indices into the available choices (modulo their number), so that few steps are drawn in vain. */
const drawnCommands = commandNames.flatMap((command) => {
  const one = fc
    .tuple(fc.constantFrom(0 as const, 0 as const, 1 as const), fc.nat(99))
    .map(([who, pick]) => toCommand({ command, who, pick }));
  return Array.from({ length: commands[command].weight }, () => one);
});

/** `size: 'max'`: by default, sequences would be too short to find anything. */
const mostSteps = 16;
const drawPlans = (replayPath?: string) =>
  fc.commands(drawnCommands, { maxCommands: mostSteps, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) });

/** How the first failing sequence was drawn; null when none failed. `runs` counts the sequences. */
interface Draw {
  readonly runs: number;
  readonly failed: Drawing | null;
}

const parseReplayPath = (counterexample: string): string => /replayPath="([^"]*)"/.exec(counterexample)?.[1] ?? '';

/** Draws sequences until one fails. The suite shrinks them itself, because it knows what they cost. */
export async function drawSequences(
  seed: number,
  numRuns: number,
  open: (nth: number, start: StartName) => Promise<Player | null>,
): Promise<Draw> {
  let drawn = 0;
  const property = fc.asyncProperty(fc.constantFrom(...startNames, 'veteran' as const), drawPlans(), async (start, plan) => {
    const player = await open(drawn++, start);
    if (player !== null) await fc.asyncModelRun(() => ({ model: player.sequence, real: player }), plan);
  });
  const details = await fc.check(property, { seed, numRuns, endOnFailure: true });
  if (!details.failed || details.counterexample === null) return { runs: details.numRuns, failed: null };
  const [, plan] = details.counterexample;
  return {
    runs: details.numRuns,
    failed: { seed, path: details.counterexamplePath, replayPath: parseReplayPath(fc.stringify(plan)) },
  };
}
