import type { Stop } from '../../judge/stop.ts';

/**
 * By the way of their check, the most telling first (reading 13): a wrong OTP in each form, then wrong MPINs, money before the rest; codes
 * that are nearly right last.
 */
const ranked = [
  'wrong-otp-OP-9',
  'wrong-otp-OP-9-query',
  'wrong-otp-OP-4',
  'wrong-otp-OP-4-subAgent',
  'wrong-otp-OP-6',
  'wrong-otp-OP-7',
  'wrong-otp-OP-12',
  'wrong-mpin-OP-9',
  'wrong-mpin-OP-9-query',
  'wrong-mpin-OP-6',
  'wrong-mpin-OP-7',
  'wrong-mpin-OP-4',
  'bank-OP-9',
  'older-mpin-OP-9',
  'older-mpin-OP-6',
  'after-ekyc-mpin',
  'after-ekyc-OP-6',
  'after-ekyc-OP-7',
  'nearly-right',
] as const;

export type WrongCodeName = (typeof ranked)[number];

/** Where a cap leaves some wrong codes out, it leaves out those that tell less, whichever would be sent first. */
export interface WrongCodeBudget {
  /** Keeps room for what `run` is to send, until it has sent that or ends. Call it when the step is asked for: steps begin together. */
  readonly keep: <T>(coming: readonly WrongCodeName[], run: () => Promise<T>) => Promise<T>;
  /** Throws the stop of a check whose wrong code the cap leaves no room for. Call it before the code is asked for. */
  readonly mustHaveLeft: (name: WrongCodeName) => void;
  /** The same for one that is sent now. */
  readonly take: (name: WrongCodeName) => void;
}

/** `findStop`: where the cap leaves no room for one more, beside so many that were sent or are kept room for. */
export function openWrongCodeBudget(sent: () => number, findStop: (used: number) => Stop | null): WrongCodeBudget {
  const kept = new Set<WrongCodeName>();
  let taken = 0;
  const mustHaveLeft = (name: WrongCodeName): void => {
    const moreTelling = ranked.slice(0, ranked.indexOf(name)).filter((each) => kept.has(each));
    // What was taken may not have left yet.
    const stop = findStop(Math.max(taken, sent()) + moreTelling.length);
    if (stop !== null) throw stop;
  };
  return {
    async keep(coming, run) {
      for (const name of coming) kept.add(name);
      try {
        return await run();
      } finally {
        for (const name of coming) kept.delete(name);
      }
    },
    mustHaveLeft,
    take(name) {
      kept.delete(name);
      mustHaveLeft(name);
      taken += 1;
    },
  };
}
