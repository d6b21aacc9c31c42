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
  /** Of this sender, and right. */
  readonly shared: SentCode;
  /** The code of another mobile, which is right there. */
  readonly ofAnother: () => Promise<SentCode>;
}

/** The Consent header; undefined for none. */
export type BuildHeader = (codes: ConsentCodes) => Promise<string | undefined>;

/** `OP-9 to be refused: negative amount`. The prompt for its code shows this name. */
export const nameRefusedCall = ({ operation, way }: { readonly operation: Pick<Operation, 'id'>; readonly way: string }): string =>
  `${operation.id} to be refused: ${way.replaceAll('-', ' ')}`;

/** One call that the service should refuse: the documented call, made wrong. */
export interface RefusedCall {
  readonly way: string;
  readonly operation: Operation;
  /** Of OP-9. */
  readonly form?: TransferForm;
  /** Right codes, of a new challenge or shared by several calls; the closing call shows that the shared one stayed right. Else a wrong consent. */
  readonly consent: 'new-code' | 'shared-code' | BuildHeader;
  /** Only where the scheme is OTP. */
  readonly otpOnly?: true;
  /** Steps of other senders. */
  readonly comesAfter?: readonly Step<unknown>[];
  /** Documented: its values alone may be too much. */
  readonly isDocumented?: true;
  readonly makeWrong: (call: Call, context: RefusalContext, session: Session) => Call | Promise<Call>;
}
