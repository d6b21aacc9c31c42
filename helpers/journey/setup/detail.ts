import type { Beneficiary } from '../../judge/facts/beneficiaries.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Session } from '../../session/session.ts';

/** One OP-6 answer. Its sessions may serve once, or only the newest may serve (reading 13). */
export interface Detail {
  readonly reply: Reply;
  readonly fundtransferSessionId: (session: Session) => string;
  readonly getBalanceSessionId: (session: Session) => string;
  readonly beneficiaries: readonly Listed[];
}

/** A listed beneficiary, by the names that calls give it. */
export interface Listed extends Pick<Beneficiary, 'status'> {
  readonly beneficiaryId: string;
  readonly accountNumber: string;
  /** The suite may register and pay its account. */
  readonly ours: boolean;
}
