import type { Sighting } from '../core/records/journal-lines.ts';

/** A word that may be a code. The suite learns the code of a challenge only after the answer that may hold it. */
export interface SuspectWord {
  readonly word: string;
  readonly sighting: Omit<Sighting, 'what'>;
  /** The field is named like a secret. */
  readonly isNamed: boolean;
  readonly isCount: boolean;
  /** The request sent the word. */
  readonly isSent: boolean;
  /** Of the challenges that the answer issued or the request used. */
  readonly states: readonly string[];
  /** The field, whichever the operation. */
  readonly field: string;
  /** Milliseconds since the epoch. */
  readonly answeredAt: number;
}

export interface KnownCode {
  /** What reports call it. */
  readonly what: string;
  /** Of the challenges that it answers, in lower case: UUIDs compare without case. */
  readonly states: string[];
}

export interface LeakedCodes {
  /** When each word was first sent, and each challenge asked for; milliseconds since the epoch. */
  readonly sentAt: Map<string, number>;
  readonly secrets: Map<string, KnownCode>;
  readonly suspects: SuspectWord[];
  /** Their words: no code that is one of them is forgotten. */
  readonly suspectWords: Set<string>;
  /** Long words in fields of the document: one sighting of each is enough, and some stand in every answer. */
  readonly longWords: Set<string>;
}

/** A value that stood in a field before the code was sent has nothing to do with the code, and stands there for another reason. */
export function findUnrelated({ secrets, sentAt }: LeakedCodes, suspects: readonly SuspectWord[]): ReadonlySet<string> {
  const codeSentAt = (word: string): number => {
    const times = [word, ...(secrets.get(word)?.states ?? [])].flatMap((sent) => sentAt.get(sent) ?? []);
    return times.length === 0 ? 0 : Math.min(...times);
  };
  return new Set(suspects.filter(({ word, answeredAt }) => answeredAt <= codeSentAt(word)).map(({ field, word }) => `${field} ${word}`));
}

/** In so many answers the field holds other words of the length of a code: one of them may be a code by chance. */
const manyOthers = 10;

type IsByChance = (suspect: Pick<SuspectWord, 'field' | 'word'>) => boolean;

export function findChance({ secrets, suspects }: LeakedCodes): IsByChance {
  const keyOf = ({ field, word }: Pick<SuspectWord, 'field' | 'word'>): string => `${word.length} ${field}`;
  const answers = new Map<string, Map<string, boolean>>();
  for (const { field, word, sighting } of suspects) {
    const ofField = answers.get(keyOf({ field, word })) ?? new Map<string, boolean>();
    ofField.set(sighting.exchange, secrets.has(word) || ofField.get(sighting.exchange) === true);
    answers.set(keyOf({ field, word }), ofField);
  }
  return (suspect) => {
    const ofField = [...(answers.get(keyOf(suspect))?.values() ?? [])];
    const others = ofField.filter((hasCode) => !hasCode).length;
    return others >= manyOthers && others > ofField.length / 2;
  };
}

/** A count equals one code by chance, but hardly several. */
const codesOfCount = 2;

export function findMereCounts(suspects: readonly SuspectWord[]): ReadonlySet<string> {
  const counts = suspects.filter(({ isCount, isNamed }) => isCount && !isNamed);
  const byField = Map.groupBy(counts, ({ field }) => field);
  return new Set(
    [...byField].filter(([, ofField]) => new Set(ofField.map(({ word }) => word)).size < codesOfCount).map(([field]) => field),
  );
}
