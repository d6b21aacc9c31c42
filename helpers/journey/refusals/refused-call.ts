import type { RefusalContext } from '../calls/refusal-context.ts';
import type { Session, Step } from '../../session/session.ts';
import type { TransferForm } from '../transfer/transfer-call.ts';
import type { Call } from '../../client/http/call.ts';
import type { Operation } from '../../../specs/operation.ts';

export interface SentCode {
  readonly code: string;
  readonly state: string;
}

interface ConsentCodes {
  /** An unused code of this sender. */
  readonly live: SentCode;
  /** The code of another mobile, which is right there. */
  readonly other: () => Promise<SentCode>;
}

/** The Consent header; undefined for none. */
export type BuildHeader = (codes: ConsentCodes) => Promise<string | undefined>;

/**
 * One call that the service should refuse. `fresh`: with the right code of a new challenge.
 * `live`: with a right code that several calls share; the closing call shows that it stayed right.
 * Otherwise a consent that no service may take.
 */
export interface RefusedCall {
  readonly way: string;
  readonly operation: Operation;
  /** Of OP-9. */
  readonly form?: TransferForm;
  readonly consent: 'fresh' | 'live' | BuildHeader;
  /** Only where the scheme is OTP. */
  readonly otpOnly?: true;
  /** Steps of other senders that come before it. */
  readonly after?: readonly Step<unknown>[];
  /** A documented call whose values alone may be too much. */
  readonly documented?: true;
  readonly change: (call: Call, context: RefusalContext, session: Session) => Call | Promise<Call>;
}
