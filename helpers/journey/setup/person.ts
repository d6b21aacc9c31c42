/** An id from the configuration; null where the configuration names none. */
export interface ConfiguredId {
  readonly id: string | null;
  readonly variable: 'DMT_SUB_AGENT_TAG' | 'DMT_CUSTOMER_TAG' | 'DMT_CORRELATION_ID' | 'DMT_INVOICE_ID';
}

export interface Person {
  /** The name in reports: `customer`, `sub-agent`, `new customer`. */
  readonly role: string;
  readonly userType: 'subAgent' | 'customer';
  readonly mobile: string;
  /** The MPIN that this suite sets on its own senders, in this run or an earlier one; null for other senders. */
  readonly mpin: string | null;
  /** The configured tag, where the run may not tag people. */
  readonly configuredTag?: ConfiguredId;
}
