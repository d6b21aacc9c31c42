import { apiCodes } from '../../../specs/codes.ts';
import type { Reply } from '../../judge/reply.ts';
import type { UsedCode } from '../../judge/served.ts';
import { blocked, isBlockedBy, type Stop } from '../../judge/stop.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Person } from '../setup/person.ts';

const cause = 'unknown-mpin';

export const isUnknownMpin = (error: unknown): error is Stop => isBlockedBy(error, cause);

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

/** A right code alone is answered with 4170: the sender's MPIN may be missing from the consent, which is no fault of the service. */
export function findUnknownMpinStop(deps: Pick<Dependencies, 'memory'>, person: Person, reply: Reply, used: UsedCode): Stop | null {
  const isRefused = reply.status === 200 && reply.code === apiCodes.wrongOtpOrMpin && used.surelyRight();
  if (!isRefused || !mayHaveUnknownMpin(deps, person) || deps.memory.of(person).servedWithoutMpin.has(reply.operation.id)) return null;
  return blocked(
    cause,
    `${reply.operation.id} refuses a right OTP of the ${person.role} with 4170: this user is older than the run and seems to have an MPIN that the run does not know; configure another mobile, or have its MPIN reset`,
    'test-data',
  );
}
