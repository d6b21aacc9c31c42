import { apiCodes } from '../../../specs/codes.ts';
import type { OperationId } from '../../../specs/operation.ts';
import { findDeviatingStatus } from '../../core/records/deviation.ts';
import { describeAnswer, type Reply } from '../../judge/reply.ts';
import { mayComeOfLock, type UsedCode } from '../../judge/served.ts';
import { blocked, isBlockedBy, Stop } from '../../judge/stop.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Person } from '../setup/person.ts';

const cause = 'unknown-mpin';

const isUnknownMpin = (error: unknown): error is Stop => isBlockedBy(error, cause);

/** Only the first answer of OP-1 shows it: the run itself makes a person old by tagging. */
export function noteWhetherOld({ memory }: Pick<Dependencies, 'memory'>, person: Person, isOld: boolean): void {
  if (person.userType === 'customer') memory.of(person).wasOld ??= isOld;
}

/** Where a code alone has served once, no MPIN is missing later: another reason explains a refusal, such as a lock. */
export function noteServed({ memory }: Pick<Dependencies, 'memory'>, person: Person, reply: Reply): void {
  const { needsMpin, servedWithoutMpin } = memory.of(person);
  if (!needsMpin) servedWithoutMpin.add(reply.operation.id);
}

/** A person who was there before the run may have an MPIN that this run has not set (reading 14). */
function mayHaveUnknownMpin({ memory }: Pick<Dependencies, 'memory'>, person: Person): boolean {
  const { wasOld, hasNewMpin, needsMpin } = memory.of(person);
  return person.userType === 'customer' && (person.configuredTag !== undefined || wasOld === true) && !hasNewMpin && !needsMpin;
}

/** A user who may lack the MPIN in the consent, at an operation that a code alone has not served yet. */
const mayLackIt = (deps: Pick<Dependencies, 'memory'>, person: Person, operation: OperationId): boolean =>
  mayHaveUnknownMpin(deps, person) && !deps.memory.of(person).servedWithoutMpin.has(operation);

/** Spare mobiles behind one that is left out move up. */
const createUnknownMpinStop = ({ role, mobile }: Person, operation: OperationId, how: string): Stop =>
  blocked(
    cause,
    `${operation} refuses a right OTP of the ${role}${how}: this user is older than the run and seems to have an MPIN that the run does not know; leave out the mobile …${mobile.slice(-4)} or configure another one, or have its MPIN reset`,
    'test-data',
  );

/** A refusal whose words are about an MPIN. */
const namesMpin = (reply: Reply): boolean => mayComeOfLock(reply) && /mpin/i.test(reply.exchange.response?.body.text ?? '');

/** A right code alone is answered with 4170, or with words about an MPIN: the sender's MPIN may be missing, which is no fault of the service. */
export function findUnknownMpinStop(deps: Pick<Dependencies, 'memory'>, person: Person, reply: Reply, used: UsedCode): Stop | null {
  const isRefused = reply.code === apiCodes.wrongOtpOrMpin ? reply.status === 200 && used.surelyRight() : namesMpin(reply);
  const how = ` with ${describeAnswer(reply)}`;
  return isRefused && mayLackIt(deps, person, reply.operation.id) ? createUnknownMpinStop(person, reply.operation.id, how) : null;
}

/** With a code, or with HTTP 4xx. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Stop) || error.why.kind !== 'violation') return false;
  const status = findDeviatingStatus(error.why.deviation) ?? 0;
  return status === 200 || (status >= 400 && status < 500);
}

/**
 * A service may answer a consent without the MPIN with HTTP 4xx, or with 4170 as if the code were wrong. Who typed a code twice is not asked
 * a third time. A transfer that looks refused for its funds may lack the MPIN of a sender whom an earlier run gave one.
 */
export const mayLackMpin = ({ people }: Pick<Dependencies, 'people'>, { mobile }: Person, error: unknown): boolean =>
  (isBlockedBy(error, 'otp-source') && !people.codesAreTyped) ||
  (isBlockedBy(error, 'funds-or-limits') && people.usedBefore.has(mobile)) ||
  isUnknownMpin(error) ||
  isRefusal(error);

/** So many users with another MPIN than DMT_MPIN show that the users of this target have MPINs of their own. */
const enoughOthers = 2;

/** An MPIN that does not fit is a wrong code where services lock, so it is tried on few users, and once on each. */
export const mayTryMpin = ({ memory }: Pick<Dependencies, 'memory'>, person: Person): boolean =>
  !memory.of(person).hasOtherMpin && [...memory.people.values()].filter(({ hasOtherMpin }) => hasOtherMpin).length < enoughOthers;

export function noteOtherMpin({ memory }: Pick<Dependencies, 'memory'>, person: Person): void {
  const remembered = memory.of(person);
  remembered.hasOtherMpin = true;
  remembered.wrongInRow += 1;
}

/** With which code or status a service refuses a consent that lacks the MPIN is open; HTTP 400 and 404 are no such refusal (reading 1). */
export function asUnknownMpin(deps: Pick<Dependencies, 'memory'>, person: Person, operation: OperationId, error: unknown): unknown {
  if (!(error instanceof Stop) || error.why.kind !== 'violation') return error;
  const status = findDeviatingStatus(error.why.deviation);
  const isOpen = status === 200 || status === 403;
  return isOpen && mayLackIt(deps, person, operation) ? createUnknownMpinStop(person, operation, '') : error;
}

/** Returns what to throw for a refusal that the MPIN of this run does not change. */
export function noteLacksMpin(
  deps: Pick<Dependencies, 'memory' | 'mpinMarks'>,
  person: Person,
  operation: OperationId,
  error: unknown,
): unknown {
  const stop = asUnknownMpin(deps, person, operation, error);
  if (!isUnknownMpin(stop)) return stop;
  deps.memory.of(person).lacksMpin.set(operation, stop);
  deps.mpinMarks.noteOther(person.mobile);
  return stop;
}

export function mustNotLackMpin(deps: Pick<Dependencies, 'memory'>, person: Person, operation: OperationId): void {
  const stop = deps.memory.of(person).lacksMpin.get(operation);
  if (stop !== undefined && mayLackIt(deps, person, operation)) throw stop;
}

/** Null for a person without one. */
export const findStandingMpin = ({ memory }: Pick<Dependencies, 'memory'>, person: Person): string | null =>
  person.mpin === null ? null : (memory.of(person).secondMpin ?? person.mpin);

const mostRefusals = 2;

/** An answer of OP-12 that was lost leaves open which MPIN stands. One that the service calls wrong is a wrong code, so it is not sent on. */
export function mustTrustMpin({ memory }: Pick<Dependencies, 'memory'>, person: Person): void {
  const { needsMpin, mpinRefusals } = memory.of(person);
  if (needsMpin && mpinRefusals >= mostRefusals)
    throw blocked(
      'sender-locked',
      `the MPIN of the ${person.role} was refused with 4170 beside right codes, so it is not sent again`,
      'test-data',
    );
}

export function noteMpinAnswer({ memory }: Pick<Dependencies, 'memory'>, person: Person, { code }: Reply, used: UsedCode): void {
  const remembered = memory.of(person);
  if (remembered.needsMpin && code === apiCodes.wrongOtpOrMpin && used.surelyRight()) remembered.mpinRefusals += 1;
  else if (code === apiCodes.success) remembered.mpinRefusals = 0;
}
