import { consentHeader } from '../../twists/requests.ts';
import { faultTable } from '../table.ts';
import type { Challenge, User } from '../../state/store.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { changeRequest, on } from '../../twists/twists.ts';

const findUser = ({ store, path, body }: ServiceRequest): User | undefined =>
  [...store.users.values()].find(({ tagId }) => path.includes(tagId) || field(body, 'from') === tagId);

/** The mobile whose code the call needs: the sender's, or the one in the path of OP-4. */
const requiredMobile = (request: ServiceRequest): string => findUser(request)?.mobile ?? request.path.split('/').at(-1) ?? '';

function findAnsweredChallenge({ store, agent, clock }: ServiceRequest, mobile: string): Challenge | undefined {
  if (agent === undefined) return undefined;
  const fresh = { state: store.uuid(), code: '123456', mobile, agent, issuedAt: clock.now(), revoked: false };
  store.challenges.set(fresh.state.toLowerCase(), fresh);
  return fresh;
}

/** Accepts such a consent on every operation that lists the header. */
const acceptConsent = (isTaken: (consent: string, request: ServiceRequest) => boolean): Twist =>
  changeRequest(
    (request) => on('OP-4', 'OP-6', 'OP-7', 'OP-9')(request) && isTaken(consentHeader(request), request),
    (request) => {
      const made = findAnsweredChallenge(request, requiredMobile(request));
      return made === undefined ? request : { ...request, headers: { ...request.headers, consent: `OTP ${made.code} ${made.state}` } };
    },
  );

const uuid = '[\\da-f]{8}-[\\da-f-]{27}';

const acceptForm = (form: RegExp): Twist => acceptConsent((consent) => form.test(consent));

/** The code belongs to this mobile, and the state to another. */
function isMixedConsent(consent: string, request: ServiceRequest): boolean {
  const [, code = '', state = ''] = /^OTP (\d+) ([^\s,]+)$/.exec(consent) ?? [];
  const asked = request.store.challenges.get(state.toLowerCase());
  const own = [...request.store.challenges.values()].some((one) => one.mobile === requiredMobile(request) && one.code === code);
  return asked !== undefined && asked.mobile !== requiredMobile(request) && own;
}

export const consentEverywhereFaults = [
  ...faultTable({ breaks: ['CONSENT-MALFORMED'] }, [
    { id: 'word-otp-is-enough', does: 'The word OTP is consent enough.', twist: acceptForm(/^OTP$/) },
    { id: 'code-without-state-is-enough', does: 'A code without its state is consent enough.', twist: acceptForm(/^OTP \d+$/) },
    { id: 'bare-code-is-enough', does: 'A code alone is consent enough.', twist: acceptForm(/^\d+$/) },
    { id: 'bare-state-is-enough', does: 'A state alone is consent enough.', twist: acceptForm(new RegExp(`^${uuid}$`, 'i')) },
    {
      id: 'state-before-code-is-enough',
      does: 'State and code may change places.',
      twist: acceptForm(new RegExp(`^OTP ${uuid} \\d+$`, 'i')),
    },
    { id: 'word-otp-may-be-missing', does: 'The word OTP may be missing.', twist: acceptForm(new RegExp(`^\\d+ ${uuid}$`, 'i')) },
    { id: 'any-word-for-otp', does: 'Any word will do for OTP.', twist: acceptForm(/^PIN /) },
  ]),
  ...faultTable({}, [
    {
      id: 'own-code-with-any-state',
      breaks: ['CONSENT-STATE-OTHER-MOBILE'],
      does: 'A code of the mobile is taken with the state of another mobile, everywhere.',
      twist: acceptConsent(isMixedConsent),
    },
  ]),
];
