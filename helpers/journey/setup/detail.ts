import type { Reply } from '../../judge/reply.ts';
import type { Session } from '../../session/session.ts';

/** One OP-6 answer; sessions may be good for one use, or only the newest (reading 13). */
export interface Detail {
  readonly reply: Reply;
  readonly fundtransferSessionId: (session: Session) => string;
  readonly getBalanceSessionId: (session: Session) => string;
  readonly beneficiaries: readonly Listed[];
}

/** A beneficiary as OP-6 lists it, read leniently: the schema judges the types. */
export interface Listed {
  readonly index: number;
  readonly beneficiaryId: string;
  readonly accountNumber: string;
  readonly active: boolean;
  /** Listed as `"false"`: another status is neither, and broken on its own account. */
  readonly inactive: boolean;
  /** Of an account that may be registered and paid. */
  readonly ours: boolean;
}
