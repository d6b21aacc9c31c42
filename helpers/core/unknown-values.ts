/** What nobody was ever given: well-formed, and plainly artificial. */
export const unknownValues = {
  uuid: '00000000-0000-4000-8000-000000000404',
  /** The largest ids that programs count with, which nothing counts up to; as a double it is the same number. */
  number: '9223372036854000000',
  mobile: '9990000000',
} as const;
