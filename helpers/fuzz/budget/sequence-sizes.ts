/** A fraction of the campaign: a sequence is some hundred calls long. */
export const countSequences = (runs: number): number => Math.ceil(runs * 0.35);

/** Pairs of senders that run sequences in turn; the other pairs confirm findings. */
export const sequencePairs = 3;
