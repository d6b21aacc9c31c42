/** What a run takes of its target and of the people beside it, counted. */
export interface Cost {
  readonly requests: number;
  /** Answers that are waited for one after another: with the time of one answer, the time of a run. */
  readonly rounds: number;
  readonly otps: number;
  /** Codes that have to be read, by a source or by a person. */
  readonly codesRead: number;
  readonly transfers: number;
  /** An exact decimal. */
  readonly amount: string;
  /** Codes sent that are known to be wrong; real senders get locked. */
  readonly wrongCodes: number;
  /** Token requests unlike the documented one; several may lock an agent. */
  readonly wrongLogins: number;
  /** What stays: nothing of the interface takes it away again. */
  readonly newSenders: number;
  readonly beneficiaries: number;
  readonly ekycRequests: number;
  readonly mpins: number;
  readonly operationalWrites: number;
}

/** What a run may take at most, for the gate. */
export type Caps = Pick<Cost, 'requests' | 'otps' | 'transfers' | 'amount' | 'wrongCodes' | 'wrongLogins'>;
