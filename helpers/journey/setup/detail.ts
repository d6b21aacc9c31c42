import type { Reply } from '../../judge/reply.ts';
import type { Session } from '../../session/session.ts';

/** One OP-6 answer. Its sessions may serve once, or only the newest may serve (reading 13). */
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
  /** Listed as `"false"`. With any other status, both flags are false; such a status breaks its own clause. */
  readonly inactive: boolean;
  /** The suite may register and pay its account. */
  readonly ours: boolean;
}
