/** Somebody the suite plays. */
export interface Person {
  /** `customer`, `sub-agent`, `new customer`: how reports call them. */
  readonly role: string;
  readonly userType: 'subAgent' | 'customer';
  readonly mobile: string;
}
