import { apiCodes, isRefusal } from '../../../specs/codes.ts';
import { blocked } from '../../judge/stop.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Session } from '../../session/session.ts';
import { spareFromLock } from './closing.ts';
import { askForOtp, newChallenge } from '../consent/challenge.ts';
import { buildConsent } from '../consent/send-with-code.ts';
import type { Challenge } from '../setup/challenge.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Person } from '../setup/person.ts';
import type { WrongCodeName } from '../setup/wrong-code-budget.ts';

/** A wrong code for a new challenge. */
interface WrongOtp {
  readonly otp: string;
  readonly state: string;
  readonly consent: string;
}

/** `before`: the code that the mobile used last. */
type Mistake = (code: string, before?: string) => string;

/** Another digit. */
const changeDigit = (digit: string | undefined): string => String((Number(digit) + 1) % 10);

const changeDigitAt =
  (placeOf: (code: string) => number): Mistake =>
  (code) => {
    const place = placeOf(code);
    return code.slice(0, place) + changeDigit(code[place]) + code.slice(place + 1);
  };

/** Another code or MPIN of the same form. */
export const changeLastDigit = changeDigitAt((code) => code.length - 1);

/** The same digits in another order; where all are the same, another last digit. */
function swapDigits(code: string): string {
  const place = Array.from(code).findIndex((digit, at) => at > 0 && digit !== code[at - 1]);
  if (place < 0) return changeLastDigit(code);
  return `${code.slice(0, place - 1)}${code[place] ?? ''}${code[place - 1] ?? ''}${code.slice(place + 1)}`;
}

const changeMiddle = changeDigitAt((code) => Math.floor(code.length / 2));

/** The code of an older challenge. Where there is none, or where codes repeat, another digit. */
const takeOlder: Mistake = (code, before) => (before === undefined || before === code ? changeMiddle(code) : before);

/** Codes that test systems take from everybody, and that must not reach production. */
const takenInTests =
  (digits: string): Mistake =>
  (code) => {
    const taken = digits.repeat(Math.ceil(code.length / digits.length)).slice(0, code.length);
    return taken === code ? changeLastDigit(code) : taken;
  };

/** Each call that takes a code gets one that is wrong in its own way, so that every place of a code counts somewhere (reading 13). */
export const mistakes = {
  last: changeLastDigit,
  first: changeDigitAt(() => 0),
  middle: changeMiddle,
  older: takeOlder,
  swapped: swapDigits,
  counted: takenInTests('1234567890'),
  zeros: takenInTests('0'),
} as const satisfies Record<string, Mistake>;

interface NamedMistake {
  readonly name: WrongCodeName;
  readonly mistake: Mistake;
}

type Send = (wrongOtp: WrongOtp) => Promise<Reply>;

/** A person who types codes types none for this: the wrong code has the form of the last one. */
async function sendUntyped(deps: Dependencies, session: Session, person: Person, otp: string, send: Send): Promise<Reply> {
  const { state, read } = await askForOtp(deps, session, person);
  const reply = await send({ otp, state, consent: buildConsent(deps, person, otp, state) });
  if (reply.code !== apiCodes.success || (await read()) !== otp) return reply;
  throw blocked('lucky-code', 'a deliberately wrong code was right by chance: run the check again', 'environment');
}

/** A check that runs alone takes a code of its own, so the code counts as this check's too. */
function countHeldCode({ memory }: Dependencies, { evidence }: Session, challenge: Challenge): Challenge {
  memory.reusedCodes += 1;
  evidence.effects.set(`${challenge.reply.exchange.id} at hand, ${memory.reusedCodes}`, 'sends-otp');
  return challenge;
}

/** The code left over from a wrong try, where codes were seen to outlive one; else a new one. */
export async function reuseChallenge(deps: Dependencies, session: Session, person: Person): Promise<Challenge> {
  const held = deps.memory.codeOutlivesWrongTry === true ? deps.memory.of(person).leftOver : null;
  return held === null ? newChallenge(deps, session, person) : countHeldCode(deps, session, held);
}

async function sendOnce(deps: Dependencies, session: Session, person: Person, { name, mistake }: NamedMistake, send: Send): Promise<Reply> {
  const { memory, people } = deps;
  deps.wrongCodeBudget.take(name);
  await spareFromLock(deps, session, person);
  if (people.codesAreTyped && memory.lastCode !== null) return sendUntyped(deps, session, person, changeLastDigit(memory.lastCode), send);
  const challenge = await reuseChallenge(deps, session, person);
  const otp = mistake(challenge.code, memory.of(person).used?.code);
  const reply = await send({ otp, state: challenge.state, consent: buildConsent(deps, person, otp, challenge.state) });
  // Where the code outlives the wrong try, the next call of this person takes it.
  if (reply.code !== apiCodes.success) memory.of(person).leftOver = { ...challenge, hadWrongTry: true };
  return reply;
}

const isOtherRefusal = ({ status, code }: Reply): boolean => isRefusal(status, code) && code !== apiCodes.wrongOtpOrMpin;

/**
 * Sends a call with a wrong code.
 * A sender of ours may need its MPIN too: when the refusal is not for a wrong code, the call is sent once more with the MPIN.
 * Real senders get locked, so a sender gets few wrong codes, and gets them last.
 */
export async function withWrongOtp(deps: Dependencies, session: Session, person: Person, named: NamedMistake, send: Send): Promise<Reply> {
  const memory = deps.memory.of(person);
  const reply = await sendOnce(deps, session, person, named, send);
  // Who has no tag has no MPIN.
  if (person.mpin === null || memory.needsMpin || memory.heldDetail === null || !isOtherRefusal(reply)) return reply;
  memory.needsMpin = true;
  const second = await sendOnce(deps, session, person, named, send);
  if (!isOtherRefusal(second)) return second;
  memory.needsMpin = false;
  return reply;
}

/** A wrong code for a new challenge, whose right code the next call of this person takes: it costs no code more. */
export async function withWrongOtpFirst<T>(
  deps: Dependencies,
  session: Session,
  person: Person,
  { name, mistake }: NamedMistake,
  send: (consent: string) => Promise<T>,
): Promise<T> {
  skipWhereCodesAreTyped(deps.people);
  deps.wrongCodeBudget.take(name);
  await spareFromLock(deps, session, person);
  const challenge = await newChallenge(deps, session, person);
  const result = await send(buildConsent(deps, person, mistake(challenge.code), challenge.state));
  deps.memory.of(person).leftOver = { ...challenge, hadWrongTry: true };
  return result;
}
