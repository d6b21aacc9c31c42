/** What a run costs its target and the people who help. */
export interface RunCost {
  readonly requests: number;
  /** The longest chain of answers that wait for one another; times the duration of one answer, this is the duration of a run. */
  readonly rounds: number;
  readonly otps: number;
  readonly codesRead: number;
  readonly transfers: number;
  /** An exact decimal. */
  readonly amount: string;
  /** Codes that the suite sends although they are wrong; a real sender may get locked. */
  readonly wrongCodes: number;
  /** Token requests that differ from the documented one; several may lock an agent. */
  readonly wrongLogins: number;
  /** These records stay: no operation of the interface deletes them. */
  readonly newSenders: number;
  readonly beneficiaries: number;
  readonly ekycRequests: number;
  readonly mpins: number;
  readonly operationalWrites: number;
}

export type Caps = Pick<RunCost, 'requests' | 'otps' | 'transfers' | 'amount' | 'wrongCodes' | 'wrongLogins'>;
