/** What nobody was ever given: well-formed, and plainly artificial. */
export const neverIssued = {
  uuid: '00000000-0000-4000-8000-000000000404',
  number: '999999999999',
  mobile: '9990000000',
} as const;
