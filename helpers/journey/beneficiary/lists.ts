import type { ClauseId } from '../../../specs/clauses.ts';
import { sameId } from '../../core/ids.ts';
import { isActive } from '../../judge/facts/beneficiaries.ts';
import { findingIn } from '../../judge/fields.ts';
import { lastReading, poll } from '../../session/poll.ts';
import type { Session } from '../../session/session.ts';
import { readDetail, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Listed, Detail } from '../setup/detail.ts';

export const isListedActive = (listed: readonly Listed[], id: string): boolean =>
  listed.some((each) => isActive(each) && sameId(each.beneficiaryId, id));

/** Of ours, and off. Another status than true and false says neither. */
export const isWaiting = ({ status, ours }: Listed): boolean => status === 'false' && ours;

/** For what OP-13 was asked to activate. */
export function doubtInactive({ doubt }: Pick<Session, 'doubt'>, listed: Listed | undefined): void {
  if (listed !== undefined && !isActive(listed)) doubt('OP13-ACTIVATES');
}

/** A list may lag behind a change, so it is read at most twice more (reading 1). Each reading takes a code. */
export async function readUntilShown(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  isShown: (detail: Detail) => boolean,
): Promise<Detail> {
  let count = 0;
  const read = (): Promise<Detail> => {
    count += 1;
    return readDetail(deps, session, sender);
  };
  const isEnough = (detail: Detail): boolean => deps.people.codesAreTyped || isShown(detail);
  const readings = await poll(read, isEnough, deps.waits.upTo('list'), { costly: () => count > 1 });
  const newest = lastReading(readings);
  if (count > 1 && isShown(newest)) {
    deps.memory.listLags = true;
    session.observe('OP-6 shows a change only after a while');
  }
  return newest;
}

/** The clause that is broken when OP-6 does not list what OP-7 added under its id; null when it does. */
export function findMissingClause({ beneficiaries, reply }: Detail, accountNo: string, id: string): ClauseId | null {
  const broken = findingIn(reply, 'result.beneficiaries');
  if (broken !== undefined) return broken.clause;
  if (beneficiaries.some(({ beneficiaryId }) => sameId(beneficiaryId, id))) return null;
  return beneficiaries.some(({ accountNumber }) => accountNumber === accountNo) ? 'OP7-LISTED-UNDER-ID' : 'OP7-LISTED-AS-SENT';
}
