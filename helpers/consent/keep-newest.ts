interface Kept<Key> {
  readonly size: number;
  readonly keys: () => Iterable<Key>;
  readonly delete: (key: Key) => boolean;
}

/** A long campaign reads hundreds of thousands of codes, and only the newest can still matter. */
const most = 2000;

/** Forgets the oldest entries beyond the limit, those excepted that are still needed. */
export function keepNewest<Key>(kept: Kept<Key>, isNeeded: (key: Key) => boolean = () => false): void {
  if (kept.size <= most) return;
  for (const key of kept.keys()) {
    if (isNeeded(key)) continue;
    kept.delete(key);
    return;
  }
}
