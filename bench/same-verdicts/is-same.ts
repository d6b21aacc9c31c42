/** The number of reads varies by a few with the time of other answers. */
const slack = 2;

const readCounts = (text: string | null): readonly number[] => (/^(\d+) of (\d+)$/.exec(text ?? '') ?? []).slice(1).map(Number);

/** `9 of 9` means that every answer showed it, and `9 of 10` that one did not. That must not change. */
const isEveryAnswer = ([some, all]: readonly number[]): boolean => some === all;

/** `seen` may differ by the slack; every other field must be equal. */
export function isSame(field: string, old: string | null, next: string | null): boolean {
  if (old === next || field !== 'seen') return old === next;
  const before = readCounts(old);
  const after = readCounts(next);
  const isNear = before.length > 0 && before.every((count, at) => Math.abs(count - (after[at] ?? Infinity)) <= slack);
  return isNear && isEveryAnswer(before) === isEveryAnswer(after);
}
