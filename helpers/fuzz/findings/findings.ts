import type { Finding } from './finding.ts';
import { sha256 } from '../../core/sha256.ts';

/** A failing case before it is counted with others of its signature. */
export type Candidate = Omit<Finding, 'id' | 'seen'> & {
  /** How much was odd: of two equal cases, the smaller is kept. */
  readonly size: number;
};

/** The findings of a campaign so far: one for each cause, by its smallest case. */
export interface Findings {
  /** Null when the campaign keeps no more causes. */
  readonly keep: (candidate: Candidate) => Finding | null;
  readonly findBySignature: (signature: string) => Finding | undefined;
  readonly isKnown: (signature: string) => boolean;
  /** The campaign keeps no more causes, so none needs to be confirmed. */
  readonly isFull: () => boolean;
  readonly countAgain: (signature: string) => void;
  readonly all: () => readonly Finding[];
}

/** A service that is broken throughout may show endless causes. */
const mostFindings = 200;

const findingId = (signature: string): string => `f-${sha256(signature).slice(0, 10)}`;

export function openFindings(): Findings {
  const kept = new Map<string, { finding: Finding; size: number }>();
  return {
    keep({ size, ...candidate }) {
      const before = kept.get(candidate.signature);
      if (before === undefined && kept.size >= mostFindings) return null;
      const seen = (before?.finding.seen ?? 0) + 1;
      const smallest = before !== undefined && before.size <= size ? before.finding : { ...candidate, id: findingId(candidate.signature) };
      const finding = { ...smallest, seen };
      kept.set(candidate.signature, { finding, size: Math.min(size, before?.size ?? Infinity) });
      return finding;
    },
    findBySignature: (signature) => kept.get(signature)?.finding,
    isKnown: (signature) => kept.has(signature),
    isFull: () => kept.size >= mostFindings,
    countAgain(signature) {
      const before = kept.get(signature);
      if (before !== undefined) kept.set(signature, { ...before, finding: { ...before.finding, seen: before.finding.seen + 1 } });
    },
    all: () => [...kept.values()].map(({ finding }) => finding),
  };
}
