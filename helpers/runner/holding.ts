import type { Reply } from '../judge/reply.ts';
import type { TokenResult } from '../client/auth/token.ts';
import { after, overturned, wrongAddress, type Addresses, type Whereabouts, type WrongAddress } from './wrong-address.ts';
import type { Outcome } from '../core/records/outcome.ts';

/** What settling needs of the target. */
export interface Doors {
  readonly addresses: Addresses;
  /** What the documented token request yielded. */
  readonly token: () => Promise<TokenResult>;
  /** Makes the plain reads, if nobody has. */
  readonly knock: () => Promise<unknown>;
}

/** Keeps outcomes back until the service was met, since what was told is not taken back. */
export interface Holding {
  readonly see: (reply: Reply) => void;
  readonly tell: (outcome: Outcome) => void;
  /** When every answer has come. */
  readonly settle: () => Promise<void>;
}

const unjudged: ReadonlySet<Outcome['verdict']> = new Set(['blocked', 'untried', 'error']);
const judged = ({ verdict }: Outcome): boolean => !unjudged.has(verdict);

/** What the token endpoint does is judged without the base address. */
const speaksOfBase = (outcome: Outcome): boolean => judged(outcome) && !outcome.check.startsWith('TOKEN-');

export function holding({ addresses, token, knock }: Doors, tell: (outcome: Outcome) => void): Holding {
  let whereabouts: Whereabouts = 'unknown';
  const held: Outcome[] = [];
  const release = (wrong: WrongAddress | null): void => {
    for (const outcome of held.splice(0)) tell(wrong === null ? outcome : overturned(outcome, wrong));
  };

  return {
    see(reply) {
      whereabouts = after(whereabouts, reply);
      if (whereabouts === 'right') release(null);
    },
    tell(outcome) {
      held.push(outcome);
      if (whereabouts === 'right') release(null);
    },
    async settle() {
      if (whereabouts === 'unknown' && held.some(speaksOfBase)) await knock();
      const asked = whereabouts === 'unknown' && held.some(judged) ? await token() : null;
      release(wrongAddress(addresses, whereabouts, asked));
    },
  };
}
