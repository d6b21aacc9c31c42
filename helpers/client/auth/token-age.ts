/** How old tokens of a service may get, as far as a run has seen; it may not tell (reading 2). Milliseconds. */
export interface TokenLifetime {
  readonly noteAccepted: (age: number) => void;
  readonly noteExpired: (age: number) => void;
  /** So young that it cannot have run out. */
  readonly isFresh: (age: number) => boolean;
  /** Whether a token of this age will do for a call that cannot be repeated. */
  readonly isSafe: (age: number, isKnown: boolean) => boolean;
}

/** The rest is for the way to the service, and for its clock. */
const safeShare = 0.8;
/** A service whose tokens do not live this long could hardly be used. */
const surelyFreshMs = 1000;
/** A service may end the older token with each new one: no lesson is worth asking for one all the time. */
const leastSafeAgeMs = 500;

/**
 * Reads may find out how old a token can get, since they can be repeated; a call with effects stays below what reads have shown.
 * A known lifetime is believed until a token is seen to die.
 */
export function openTokenLifetime(): TokenLifetime {
  let [longest, shortest] = [0, Infinity];
  return {
    noteAccepted(age) {
      longest = Math.max(longest, age);
    },
    noteExpired(age) {
      shortest = Math.min(shortest, age);
    },
    isFresh: (age) => age <= surelyFreshMs,
    isSafe(age, isKnown) {
      if (shortest === Infinity) return isKnown || age <= Math.max(surelyFreshMs, safeShare * longest);
      return age <= Math.max(leastSafeAgeMs, safeShare * Math.min(longest, shortest));
    },
  };
}
