import type { Variant } from '../catalogue.ts';

/** Tokens, refusals and what is looked at first. */
export const accessVariants: Variant[] = [
  { id: 'minimal-token', story: 'The token answer holds the token and nothing else.', policy: { token: { answer: 'minimal' } } },
  { id: 'rich-token', story: 'The token answer also holds scope and refresh token.', policy: { token: { answer: 'rich' } } },
  { id: 'token-reused', story: 'Asking again yields the same token.', policy: { token: { reuse: true } } },
  { id: 'short-token', story: 'A token lives two seconds and says so.', policy: { token: { lifetimeSeconds: 2 } } },
  {
    id: 'short-token-untold',
    story: 'A token lives two seconds and does not say so.',
    policy: { token: { lifetimeSeconds: 2, answer: 'minimal' } },
  },
  { id: 'grant-refused-401', story: 'A wrong agent password is 401.', policy: { token: { refusedGrant: 401 } } },
  { id: 'method-first', story: 'A wrong method is noticed before a missing token.', policy: { access: { first: 'method' } } },
  { id: 'other-verbs-405', story: 'Verbs beyond GET and POST are 405.', policy: { access: { otherVerb: 405 } } },
  { id: 'request-time-ignored', story: 'The request-time header is not looked at.', policy: { access: { requestTime: 'ignored' } } },
  { id: 'foreign-4001', story: "Another agent's ids are code 4001.", policy: { refusals: { foreignId: 4001 } } },
  { id: 'foreign-4040', story: "Another agent's ids are code 4040.", policy: { refusals: { foreignId: 4040 } } },
  { id: 'foreign-4160', story: "Another agent's ids are code 4160.", policy: { refusals: { foreignId: 4160 } } },
  {
    id: 'bad-values-400',
    story: 'Invalid values are HTTP 400.',
    policy: { refusals: { invalidValue: 'http-400', badConsent: 'http-400' } },
  },
];
