import type { Challenge, User } from '../../state/store.ts';
import type { Fault } from '../../catalog.ts';
import type { Ask, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { asking, on } from '../../twists/twists.ts';

const consentOf = ({ headers }: Ask): string => (typeof headers['consent'] === 'string' ? headers['consent'] : '');

const userOf = ({ bank, path, body }: Ask): User | undefined =>
  [...bank.users.values()].find(({ tagId }) => path.includes(tagId) || field(body, 'from') === tagId);

/** Whose code a call needs: the sender's, or the mobile in the path of OP-4. */
const mobileOf = (ask: Ask): string => userOf(ask)?.mobile ?? ask.path.split('/').at(-1) ?? '';

/** A challenge of that mobile that nobody asked for, with its code. */
function answered({ bank, agent, clock }: Ask, mobile: string): Challenge | undefined {
  if (agent === undefined) return undefined;
  const fresh = { state: bank.uuid(), code: '123456', mobile, agent, issuedAt: clock.now(), dead: false };
  bank.challenges.set(fresh.state, fresh);
  return fresh;
}

/** Takes a consent of this kind for a right one, on every operation that lists the header. */
const taking = (isTaken: (consent: string, ask: Ask) => boolean): Twist =>
  asking(
    (ask) => on('OP-4', 'OP-6', 'OP-7', 'OP-9')(ask) && isTaken(consentOf(ask), ask),
    (ask) => {
      const made = answered(ask, mobileOf(ask));
      return made === undefined ? ask : { ...ask, headers: { ...ask.headers, consent: `OTP ${made.code} ${made.state}` } };
    },
  );

const uuid = '[\\da-f]{8}-[\\da-f-]{27}';

const malformed = (id: string, story: string, form: RegExp): Fault => ({
  id,
  story,
  breaks: ['CONSENT-MALFORMED'],
  twist: taking((consent) => form.test(consent)),
});

/** The code is of this mobile, the state of another. */
function mixes(consent: string, ask: Ask): boolean {
  const [, code = '', state = ''] = /^OTP (\d+) ([^\s,]+)$/.exec(consent) ?? [];
  const asked = ask.bank.challenges.get(state.toLowerCase());
  const own = [...ask.bank.challenges.values()].some((one) => one.mobile === mobileOf(ask) && one.code === code);
  return asked !== undefined && asked.mobile !== mobileOf(ask) && own;
}

/** Consents that are none, taken everywhere. */
export const takenConsentFaults: Fault[] = [
  malformed('word-otp-is-enough', 'The word OTP is consent enough.', /^OTP$/),
  malformed('code-without-state-is-enough', 'A code without its state is consent enough.', /^OTP \d+$/),
  malformed('bare-code-is-enough', 'A code alone is consent enough.', /^\d+$/),
  malformed('bare-state-is-enough', 'A state alone is consent enough.', new RegExp(`^${uuid}$`, 'i')),
  malformed('state-before-code-is-enough', 'State and code may change places.', new RegExp(`^OTP ${uuid} \\d+$`, 'i')),
  malformed('word-otp-may-be-missing', 'The word OTP may be missing.', new RegExp(`^\\d+ ${uuid}$`, 'i')),
  malformed('any-word-for-otp', 'Any word will do for OTP.', /^PIN /),
  {
    id: 'own-code-with-any-state',
    story: 'A code of the mobile is taken with the state of another mobile, everywhere.',
    breaks: ['CONSENT-STATE-OTHER-MOBILE'],
    twist: taking(mixes),
  },
];
