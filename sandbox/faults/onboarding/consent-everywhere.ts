import { consentHeader } from '../../twists/requests.ts';
import { faultTable } from '../table.ts';
import type { Challenge, User } from '../../state/store.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { changeRequest, on } from '../../twists/twists.ts';

const userOf = ({ store, path, body }: ServiceRequest): User | undefined =>
  [...store.users.values()].find(({ tagId }) => path.includes(tagId) || field(body, 'from') === tagId);

/** Whose code a call needs: the sender's, or the mobile in the path of OP-4. */
const mobileOf = (request: ServiceRequest): string => userOf(request)?.mobile ?? request.path.split('/').at(-1) ?? '';

/** A challenge of that mobile that nobody asked for, with its code. */
function answered({ store, agent, clock }: ServiceRequest, mobile: string): Challenge | undefined {
  if (agent === undefined) return undefined;
  const fresh = { state: store.uuid(), code: '123456', mobile, agent, issuedAt: clock.now(), revoked: false };
  store.challenges.set(fresh.state, fresh);
  return fresh;
}

/** Takes a consent of this kind for a right one, on every operation that lists the header. */
const taking = (isTaken: (consent: string, request: ServiceRequest) => boolean): Twist =>
  changeRequest(
    (request) => on('OP-4', 'OP-6', 'OP-7', 'OP-9')(request) && isTaken(consentHeader(request), request),
    (request) => {
      const made = answered(request, mobileOf(request));
      return made === undefined ? request : { ...request, headers: { ...request.headers, consent: `OTP ${made.code} ${made.state}` } };
    },
  );

const uuid = '[\\da-f]{8}-[\\da-f-]{27}';

const takingForm = (form: RegExp): Twist => taking((consent) => form.test(consent));

/** The code is of this mobile, the state of another. */
function mixes(consent: string, request: ServiceRequest): boolean {
  const [, code = '', state = ''] = /^OTP (\d+) ([^\s,]+)$/.exec(consent) ?? [];
  const asked = request.store.challenges.get(state.toLowerCase());
  const own = [...request.store.challenges.values()].some((one) => one.mobile === mobileOf(request) && one.code === code);
  return asked !== undefined && asked.mobile !== mobileOf(request) && own;
}

/** Consents that are none, taken everywhere. */
export const takenConsentFaults = [
  ...faultTable({ breaks: ['CONSENT-MALFORMED'] }, [
    { id: 'word-otp-is-enough', does: 'The word OTP is consent enough.', twist: takingForm(/^OTP$/) },
    { id: 'code-without-state-is-enough', does: 'A code without its state is consent enough.', twist: takingForm(/^OTP \d+$/) },
    { id: 'bare-code-is-enough', does: 'A code alone is consent enough.', twist: takingForm(/^\d+$/) },
    { id: 'bare-state-is-enough', does: 'A state alone is consent enough.', twist: takingForm(new RegExp(`^${uuid}$`, 'i')) },
    {
      id: 'state-before-code-is-enough',
      does: 'State and code may change places.',
      twist: takingForm(new RegExp(`^OTP ${uuid} \\d+$`, 'i')),
    },
    { id: 'word-otp-may-be-missing', does: 'The word OTP may be missing.', twist: takingForm(new RegExp(`^\\d+ ${uuid}$`, 'i')) },
    { id: 'any-word-for-otp', does: 'Any word will do for OTP.', twist: takingForm(/^PIN /) },
  ]),
  ...faultTable({}, [
    {
      id: 'own-code-with-any-state',
      breaks: ['CONSENT-STATE-OTHER-MOBILE'],
      does: 'A code of the mobile is taken with the state of another mobile, everywhere.',
      twist: taking(mixes),
    },
  ]),
];
