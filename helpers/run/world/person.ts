/** Somebody the suite plays. */
export interface Person {
  /** `customer`, `sub-agent`, `new customer`: how reports call them. */
  readonly role: string;
  readonly userType: 'subAgent' | 'customer';
  readonly mobile: string;
  /** What this suite sets on a sender of its own, in this run or an earlier one; null for senders of others. */
  readonly mpin: string | null;
}
