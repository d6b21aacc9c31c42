/** Something an answer established. */
export interface Dated {
  /** The exchange that said so. */
  readonly exchange: string;
  /** The place of that exchange in the record, from 1. */
  readonly at: number;
  /** How many exchanges were on record when its request left. */
  readonly after: number;
}

/** The same two places of the answer that facts judge. What was answered by `leftAt` was known to the caller. */
export interface JudgedPlaces {
  /** How many exchanges were on record when its request left. */
  readonly leftAt: number;
  /** The place of the answer in the record, from 1. */
  readonly answeredAt: number;
}

const isAmong =
  (onRecord: number) =>
  ({ at }: Dated): boolean =>
    at <= onRecord;

/** Facts by key, in the order in which they became known. `onRecord`: how many exchanges of the record may have established them. */
export interface FactsByKey<Fact extends Dated> {
  readonly add: (key: string, fact: Fact) => void;
  readonly list: (key: string, onRecord: number) => readonly Fact[];
  readonly newest: (key: string, onRecord: number) => Fact | undefined;
  readonly keys: () => readonly string[];
}

export function createFactsByKey<Fact extends Dated>(): FactsByKey<Fact> {
  const byKey = new Map<string, Fact[]>();
  return {
    add(key, fact) {
      const facts = byKey.get(key);
      if (facts === undefined) byKey.set(key, [fact]);
      else facts.push(fact);
    },
    list: (key, onRecord) => byKey.get(key)?.filter(isAmong(onRecord)) ?? [],
    newest: (key, onRecord) => byKey.get(key)?.findLast(isAmong(onRecord)),
    keys: () => [...byKey.keys()],
  };
}
