/** Something an answer established. */
export interface Dated {
  /** The exchange that said so. */
  readonly exchange: string;
  /** The place of that exchange in the record, from 1. */
  readonly at: number;
  /** How many exchanges were on record when its request left. */
  readonly after: number;
}

const isKnownAt =
  (moment: number) =>
  ({ at }: Dated): boolean =>
    at <= moment;

const findNewest = <Fact extends Dated>(facts: readonly Fact[] | undefined, moment: number): Fact | undefined =>
  facts?.findLast(isKnownAt(moment));

/** Facts by key, in the order in which they became known. */
export interface FactsByKey<Fact extends Dated> {
  readonly add: (key: string, fact: Fact) => void;
  readonly list: (key: string, moment: number) => readonly Fact[];
  readonly newest: (key: string, moment: number) => Fact | undefined;
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
    list: (key, moment) => byKey.get(key)?.filter(isKnownAt(moment)) ?? [],
    newest: (key, moment) => findNewest(byKey.get(key), moment),
    keys: () => [...byKey.keys()],
  };
}
