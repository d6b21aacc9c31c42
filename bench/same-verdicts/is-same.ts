/** An answer is looked at once more, or once less, when another comes sooner or later. */
const slack = 2;

const readCounts = (text: string | null): readonly number[] => (/^(\d+) of (\d+)$/.exec(text ?? '') ?? []).slice(1).map(Number);

/** `9 of 9` says that each answer showed it, `9 of 10` that one did not: that stays, whatever their number. */
const isEveryAnswer = ([some, all]: readonly number[]): boolean => some === all;

/** How many answers a check saw is the same within one or two; anything else is the same or is not. */
export function isSame(field: string, old: string | null, next: string | null): boolean {
  if (old === next || field !== 'seen') return old === next;
  const [before, after] = [readCounts(old), readCounts(next)];
  const isNear = before.length > 0 && before.every((count, at) => Math.abs(count - (after[at] ?? Infinity)) <= slack);
  return isNear && isEveryAnswer(before) === isEveryAnswer(after);
}
