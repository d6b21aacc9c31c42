import type { Reply } from '../judge/reply.ts';
import type { TokenResult } from '../client/auth/token.ts';
import {
  updateAddressFinding,
  withoutVerdict,
  findWrongAddress,
  type Addresses,
  type AddressFinding,
  type WrongAddress,
} from './wrong-address.ts';
import type { Outcome } from '../core/records/outcome.ts';

/** What settling needs of the target. */
export interface AddressSources {
  readonly addresses: Addresses;
  /** What the documented token request yielded. */
  readonly token: () => Promise<TokenResult>;
  /** Makes the plain reads, if nobody has. */
  readonly readPlainly: () => Promise<unknown>;
}

/** Keeps outcomes back until the service was met, since what was told is not taken back. */
interface HeldOutcomes {
  readonly noteReply: (reply: Reply) => void;
  readonly add: (outcome: Outcome) => void;
  /** When every answer has come. */
  readonly releaseAll: () => Promise<void>;
}

const unjudgedVerdicts: ReadonlySet<Outcome['verdict']> = new Set(['blocked', 'untried', 'error']);
const isJudged = ({ verdict }: Outcome): boolean => !unjudgedVerdicts.has(verdict);

/** What the token endpoint does is judged without the base address. */
const needsBaseAddress = (outcome: Outcome): boolean => isJudged(outcome) && !outcome.check.startsWith('TOKEN-');

export function holdOutcomes({ addresses, token, readPlainly }: AddressSources, onOutcome: (outcome: Outcome) => void): HeldOutcomes {
  let address: AddressFinding = 'unknown';
  const held: Outcome[] = [];
  const release = (wrong: WrongAddress | null): void => {
    for (const outcome of held.splice(0)) onOutcome(wrong === null ? outcome : withoutVerdict(outcome, wrong));
  };

  return {
    noteReply(reply) {
      address = updateAddressFinding(address, reply);
      if (address === 'right') release(null);
    },
    add(outcome) {
      held.push(outcome);
      if (address === 'right') release(null);
    },
    async releaseAll() {
      if (address === 'unknown' && held.some(needsBaseAddress)) await readPlainly();
      const asked = address === 'unknown' && held.some(isJudged) ? await token() : null;
      release(findWrongAddress(addresses, address, asked));
    },
  };
}
