/** An id that is named instead of being obtained; null where it was not named. */
export interface ConfiguredId {
  readonly id: string | null;
  readonly variable: 'DMT_SUB_AGENT_TAG' | 'DMT_CUSTOMER_TAG' | 'DMT_CORRELATION_ID' | 'DMT_INVOICE_ID';
}

/** Somebody the suite plays. */
export interface Person {
  /** `customer`, `sub-agent`, `new customer`: how reports call them. */
  readonly role: string;
  readonly userType: 'subAgent' | 'customer';
  readonly mobile: string;
  /** What this suite sets on a sender of its own, in this run or an earlier one; null for senders of others. */
  readonly mpin: string | null;
  /** The tag named in the configuration, with the variable that names it, where nobody may be tagged. */
  readonly known?: ConfiguredId;
}
