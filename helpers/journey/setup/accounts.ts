import { randomInt } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { pluralize } from '../../core/text.ts';
import { untried, type Stop } from '../../judge/stop.ts';

/** The accounts the suite may register and pay: the configured ones, and made-up ones on our own sandbox. */
export interface Accounts {
  readonly configured: readonly string[];
  readonly isOurs: (account: string, ifsc: string) => boolean;
  /** The nth account that a sender has not listed. */
  readonly take: (listed: readonly string[], nth?: number) => string;
  /** Up to `most` unlisted accounts; throws when fewer than `least` are left. */
  readonly several: (listed: readonly string[], most: number, least?: number) => readonly string[];
  /**
   * An unlisted account for a call that the service should refuse. It leaves the first `behind` accounts for other calls.
   * Away from our own sandbox, calls may share one.
   */
  readonly lend: (listed: readonly string[], behind: number, nth?: number) => string;
  /** The number of unlisted accounts. */
  readonly left: (listed: readonly string[]) => number;
  /** The stop when the configuration lists fewer accounts than `enough`; else null. */
  readonly explainShortage: (enough: number) => Stop | null;
}

/** Twelve digits; the prefix shows that the account is made up. */
const makeUpAccount = (): string => `9999${String(randomInt(10 ** 8)).padStart(8, '0')}`;

export function createAccounts({ target, beneficiary }: Pick<Config, 'target' | 'beneficiary'>): Accounts {
  const { accounts: configured, ifsc } = beneficiary;
  const own = new Set<string>();

  const findFree = (listed: readonly string[]): readonly string[] => configured.filter((account) => !listed.includes(account));
  const buildShortageStop = (enough: number, held = 0): Stop => {
    const taken = held === 0 ? '' : `, of which this sender has ${held} already`;
    return untried(
      `DMT_BENEFICIARY_ACCOUNT lists ${pluralize(configured.length, 'account')}${taken}, and this needs ${enough}: add accounts that may be paid`,
      'configuration',
    );
  };
  const tooFew = (listed: readonly string[], wanted: number): Stop => {
    const held = configured.length - findFree(listed).length;
    return buildShortageStop(held + wanted, held);
  };
  const makeUp = (): string => {
    const account = makeUpAccount();
    own.add(account);
    return account;
  };
  const several: Accounts['several'] = (listed, most, least = 1) => {
    const free = findFree(listed).slice(0, Math.max(0, most));
    if (target.own) return [...free, ...Array.from({ length: Math.max(0, most - free.length) }, makeUp)];
    if (free.length < least) throw tooFew(listed, least);
    return free;
  };
  const take = (listed: readonly string[], nth = 1): string => {
    const account = several(listed, nth, nth)[nth - 1];
    if (account === undefined) throw tooFew(listed, nth);
    return account;
  };

  return {
    configured,
    isOurs: (account, code) => (configured.includes(account) || own.has(account)) && code.toUpperCase() === ifsc.toUpperCase(),
    take,
    several,
    lend(listed, behind, nth = 1) {
      // On our own sandbox each call has its own account, so the list shows which call had an effect.
      if (target.own) return makeUp();
      const left = findFree(listed).length - behind;
      return take(listed, behind + Math.max(1, Math.min(nth, left)));
    },
    left: (listed) => (target.own ? Infinity : findFree(listed).length),
    explainShortage: (enough) => (target.own || configured.length >= enough ? null : buildShortageStop(enough)),
  };
}
