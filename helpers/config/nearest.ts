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

export function findNearest(text: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const candidate of candidates) {
    const edits = editDistance(text, candidate);
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}
