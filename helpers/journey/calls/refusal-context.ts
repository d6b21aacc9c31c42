import type { OperationId } from '../../../specs/operation.ts';
import { untried } from '../../judge/stop.ts';
import type { Session, Step } from '../../session/session.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Sender } from '../sender/sender.ts';
import { describeFewSpares } from '../setup/people.ts';
import type { Listed, Detail } from '../setup/detail.ts';

export interface RefusalContext {
  readonly deps: Dependencies;
  readonly sender: Sender;
  /** The scheme that OP-8 asks for. */
  readonly transferScheme: string;
  readonly openingDetail: Detail;
  readonly listedBefore: Detail;
  readonly payee: Step<Listed>;
  /** The configured customer is the sender instead of a spare one; this step says why. */
  readonly standsInFor?: Step<unknown> | undefined;
}

/** For calls that no configured person may get. What keeps the spare sender from serving is told first. */
export async function mustBeSpare(session: Session, { deps, sender, standsInFor }: RefusalContext, what: string): Promise<void> {
  if (deps.people.spares.includes(sender.person.mobile)) return;
  if (standsInFor !== undefined) await session.use(standsInFor);
  // Where no sender stands in, too few spare mobiles are configured for one; else the spare sender has no money.
  const reason = describeFewSpares(deps.people, `no spare sender with funds gets ${what}`);
  throw untried(reason, standsInFor === undefined ? 'configuration' : 'test-data');
}

/** The scheme for the consent of an operation. OP-4 has no scheme and takes an OTP. */
export function schemeFor({ sender, transferScheme }: RefusalContext, id: OperationId): string {
  if (id === 'OP-4') return 'OTP';
  return id === 'OP-9' ? transferScheme : sender.scheme;
}
