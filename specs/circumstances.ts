/**
 * Situations in which a sentence holds (decision 38). A clause that is judged in one of them only lets through what shows elsewhere.
 * The journey passes through each once. The texts are for reports: "judged ...".
 */
export const circumstances = {
  first: 'the first time',
  again: 'the second time',
  later: 'asked about again later',
  'new-user': 'with a new user',
  'old-user': 'with an old user',
  'another-sender': 'with another sender',
  'after-ekyc': 'after an eKYC',
  'with-mpin': 'with an MPIN set',
  'several-beneficiaries': 'with several beneficiaries',
  'switched-off': 'after a beneficiary was switched off',
  'several-transfers': 'with several transfers',
  refused: 'after a refused transfer',
  failed: 'after a failed transfer',
  decimals: 'with a decimal amount',
  'below-one': 'with an amount below one',
  'four-digit': 'with an amount of four digits',
  bank: 'paid from the bank',
  emptied: 'with an emptied wallet',
  'parameter-left-out': 'with a parameter left out',
  'two-at-once': 'with two calls at once',
  'expired-token': 'with an expired token',
  'near-miss': 'with a value that is nearly right',
} as const;

export type Circumstance = keyof typeof circumstances;
