/** A code and the challenge it answers. */

import type { RefusalContext } from '../calls/refused-call.ts';
import type { Session } from '../../session/session.ts';
import type { Call } from '../../client/http/call.ts';
import type { Operation } from '../../../specs/operation.ts';

interface Code {
  readonly code: string;
  readonly state: string;
}

/** The codes that consents which ought to be refused are made of. */
interface ConsentCodes {
  /** Of this sender, not used yet. */
  readonly live: Code;
  /** Of another mobile, right there. */
  readonly other: () => Promise<Code>;
}

/** A consent as it is sent; undefined for none at all. */
export type BuildHeader = (codes: ConsentCodes) => Promise<string | undefined>;

/**
 * One call that ought to be refused.
 * `fresh`: with the right answer to a challenge of its own. `live`: with one that others are tried with too, and that is shown
 * to have been right by the last call of all. Else a consent that no service may take.
 */
export interface RefusedCall {
  readonly way: string;
  readonly operation: Operation;
  readonly consent: 'fresh' | 'live' | BuildHeader;
  /** Only where the scheme is OTP itself. */
  readonly otpOnly?: true;
  /** A call as documented, whose values alone may be too much. */
  readonly documented?: true;
  readonly change: (call: Call, scene: RefusalContext, session: Session) => Call | Promise<Call>;
}
