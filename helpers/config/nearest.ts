function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(from).entries()) {
    let left = at + 1;
    const next = [left];
    for (const [over, other] of Array.from(to).entries()) {
      left = Math.min(left + 1, (row[over + 1] ?? 0) + 1, (row[over] ?? 0) + (letter === other ? 0 : 1));
      next.push(left);
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** More edits than this share of the text make another word of it. */
const closeShare = 1 / 3;

/** Null where none is close. */
export function findNearest(text: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const candidate of candidates) {
    const edits = editDistance(text, candidate);
    if (edits < least) [best, least] = [candidate, edits];
  }
  return least <= Math.ceil(text.length * closeShare) ? best : null;
}

const mostExamples = 3;

const formatMeant = (meant: string | null): string => (meant === null ? '' : `; did you mean ${meant}?`);

/** The end of a message about an unknown name; empty where none is close. */
export const suggestNearest = (text: string, candidates: readonly string[]): string => formatMeant(findNearest(text, candidates));

/** The end of a message about an unknown id, of which there are too many to list: what begins with it, or the one that is meant. */
export function suggestIds(text: string, ids: readonly string[]): string {
  const [only, ...others] = text === '' ? [] : ids.filter((id) => id.startsWith(text)).slice(0, mostExamples);
  return others.length === 0 ? formatMeant(only ?? findNearest(text, ids)) : `; for example ${[only, ...others].join(', ')}`;
}
