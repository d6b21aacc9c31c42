import { senderReads } from './access/without-a-token.ts';
import { operationForms, type OperationForm } from '../specs/forms.ts';

/** The operations of the typical order of calls, and those that cost nothing, by number. */
const typicalOrder = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16];

/** An ambiguous form is swept only after it was served, which would cost another transfer. */
const sweptForms = operationForms.filter(({ isAmbiguous }) => !isAmbiguous);

/** Another method is swept for forms with an address of their own, and for GET and POST only (reading 4). */
const hasOtherMethod = ({ hasOwnAddress, operation }: OperationForm): boolean => hasOwnAddress && operation.method !== 'PUT';

/** With known ids, reads of a sender are sent among refused calls that take codes of their own. */
const tokenChecks = ({ id }: OperationForm): readonly string[] =>
  senderReads.includes(id) ? ['*-token', '*-basic', 'scheme-alone'].map((way) => `AUTH-401~${way}-${id}`) : [`AUTH-401~*-${id}`];

/** The checks of the profile `essential`, as DMT_CHECKS would name them. They need at most 10 OTPs, all for the two test identities. */
export const essential: readonly string[] = [
  'Token',
  ...sweptForms.flatMap(tokenChecks),
  ...sweptForms.filter(hasOtherMethod).map(({ id }) => `HTTP-415~*-${id}`),
  'HTTP-400~cut-payload-OP-3',
  'HTTP-400~cut-payload-OP-16',
  'ENVELOPE-*-everywhere',
  ...typicalOrder.flatMap((n) => [`OP${n}-SERVED~documented-call`, `OP${n}-RESULT*`, `ENVELOPE-*-OP-${n}`, `CODE-LISTED~listed-OP-${n}`]),
  'CODE-ONLY-WITH-200~*',
  'HTTP-NO-5XX~refusal-*',
  'HTTP-LISTED~*',
  'OP1-TAGGED-IS-OLD~customer',
  'OP3-MESSAGE-KEY~*',
  'OP3-STATES-DIFFER~*',
  'OP6-SENDER-MOBILE-AGREES~customer',
  'OP7-LISTED-*~customer',
  'OP13-ACTIVATES~customer',
  'OP13-MESSAGE-KEY~*',
  'OP10-INVOICE-AGREES~customer',
  'OP11-AMOUNT-EXACT~usual',
  'OP14-DEBITED~customer',
  'CODE-4170~wrong-otp-OP-4',
  'CONSENT-WRONG-NO-EFFECT~tag',
  '*-UNKNOWN-ID~never-*',
  'CODE-4040~unknown-id-*',
];
