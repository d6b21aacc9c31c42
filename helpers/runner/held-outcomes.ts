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
import { judgedVerdicts } from '../core/records/verdicts.ts';

export interface AddressSources {
  readonly addresses: Addresses;
  readonly token: () => Promise<TokenResult>;
}

/** Holds outcomes back until an answer shows that the address is the service's: a reported outcome cannot be withdrawn. */
interface HeldOutcomes {
  readonly noteReply: (reply: Reply) => void;
  readonly add: (outcome: Outcome) => void;
  /** Call this when every answer has come. It may need a plain read to find the service. */
  readonly releaseAll: (readPlainly: () => Promise<unknown>) => Promise<void>;
}

const isJudged = ({ verdict }: Outcome): boolean => judgedVerdicts.has(verdict);

/** A selection without a check of the token endpoint is blocked by its clause. */
const accusesToken = (outcome: Outcome): boolean => isJudged(outcome) || outcome.cause?.startsWith('TOKEN-') === true;

/** Checks of the token endpoint need no base address. */
const needsBaseAddress = (outcome: Outcome): boolean => isJudged(outcome) && !outcome.check.startsWith('TOKEN-');

export function holdOutcomes({ addresses, token }: AddressSources, onOutcome: (outcome: Outcome) => void): HeldOutcomes {
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
    async releaseAll(readPlainly) {
      if (address === 'unknown' && held.some(needsBaseAddress)) await readPlainly();
      const asked = address === 'unknown' && held.some(accusesToken) ? await token() : null;
      release(findWrongAddress(addresses, address, asked));
    },
  };
}
