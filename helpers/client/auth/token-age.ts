/** The ages that tokens reached in this run; the service may not state a lifetime (reading 2). Milliseconds. */
export interface TokenLifetime {
  readonly noteAccepted: (age: number) => void;
  readonly noteExpired: (age: number) => void;
  /** The refusal at that age was about the call. */
  readonly forgetExpired: (age: number) => void;
  /** A token that worked was refused, at whatever age. */
  readonly endedEarly: () => boolean;
  readonly isFresh: (age: number) => boolean;
  readonly isSafe: (age: number, isKnown: boolean) => boolean;
}

/** The rest covers the way to the service and its clock. */
const safeShare = 0.8;
/** A service with shorter lifetimes could hardly be used. */
const surelyFreshMs = 1000;
/** A service may end the older token with each new one, so the suite must not renew all the time. */
const leastSafeAgeMs = 500;

/**
 * Reads can be repeated, so they find out how old a token gets. Calls with effects stay below that age. A stated lifetime counts until a
 * token expires early.
 */
export function openTokenLifetime(): TokenLifetime {
  let longest = 0;
  const expired = new Set<number>();
  return {
    noteAccepted(age) {
      longest = Math.max(longest, age);
    },
    noteExpired(age) {
      expired.add(age);
    },
    forgetExpired(age) {
      expired.delete(age);
    },
    endedEarly: () => expired.size > 0,
    isFresh: (age) => age <= surelyFreshMs,
    isSafe(age, isKnown) {
      if (expired.size === 0) return isKnown || age <= Math.max(surelyFreshMs, safeShare * longest);
      return age <= Math.max(leastSafeAgeMs, safeShare * Math.min(longest, ...expired));
    },
  };
}
