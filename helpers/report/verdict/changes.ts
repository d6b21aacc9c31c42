/** A value that two answers show differently. */
interface Change {
  readonly name: string;
  readonly was: string;
  readonly is: string;
}

/** A status or a code that is asked for was never there before. */
const pair = String.raw`(?!HTTP |code )[a-z]\w* -?\d+(?:\.\d+)?`;
const reading = new RegExp(`^${pair}(?:, ${pair})*(?=$|, as before)`, 'i');

const toPairs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(', ').map((one) => [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)] as const));

const findReading = (text: string | null): string => new RegExp(`^${pair}(?:, ${pair})*`, 'i').exec(text ?? '')?.[0] ?? '';

/** `mainAccount 100, cashbackAccount 0` before, and `mainAccount 90, cashbackAccount 0` after: the main account changed. Empty for any other text. */
export function findChanges(expected: string | null, received: string | null): readonly Change[] {
  const [before] = reading.exec(expected ?? '') ?? [];
  if (before === undefined) return [];
  const after = toPairs(findReading(received));
  return [...toPairs(before)].flatMap(([name, was]) => {
    const is = after.get(name);
    return is === undefined || is === was ? [] : [{ name, was, is }];
  });
}
