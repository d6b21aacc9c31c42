import {
  hasListedStatus,
  isServed,
  mustBeListed,
  mustBeServed,
  formatStatus,
  createUnlistedViolation,
  type OperationalAnswer,
} from '../../helpers/judge/operational.ts';
import { classifyAnswer } from '../../helpers/core/records/deviation.ts';
import { createMust } from '../../helpers/judge/must.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import { blocked, type Stop } from '../../helpers/judge/stop.ts';
import type { ActiveCheck, Suite } from '../../helpers/runner/check.ts';
import { actuatorOperations, type OperationalOperation } from '../../specs/operational.ts';
import { rowCheck, rowWay } from '../support/operational-row.ts';

/** The same call without a body was served. */
const isRefusedForItsBody = (bare: OperationalAnswer, sent: OperationalAnswer): boolean =>
  isServed(bare) && (sent.status === null || sent.status >= 400);

/** A 401 may also be a token that expired between the two calls. */
function bodyRefusedStop(sent: OperationalAnswer): Stop {
  if (sent.status === 401) return blocked('token-expired', `${formatPlace(sent)} accepted the token only without a body`, 'environment');
  const expected = 'a body of texts is accepted';
  return createMust('ACTUATOR-BODY-ACCEPTED').violation({
    expected,
    received: formatStatus(sent),
    place: formatPlace(sent),
    exchange: sent.exchange.id,
    deviation: classifyAnswer({ status: sent.status }),
  });
}

const withoutBodyCheck = (operation: OperationalOperation): ActiveCheck =>
  rowCheck(operation.clause, 'without-body', 'answers with a listed status', operation, async ({ use }, { bare }) => {
    mustBeListed(await use(bare));
  });

const withBodyCheck = (operation: OperationalOperation): ActiveCheck =>
  rowCheck(operation.clause, 'with-body', 'answers a body with a listed status', operation, async ({ use }, row) => {
    const sent = await use(row.withBody);
    if (hasListedStatus(sent)) return;
    const bare = await use(row.bare);
    mustBeListed(bare);
    throw isRefusedForItsBody(bare, sent) ? bodyRefusedStop(sent) : createUnlistedViolation(sent);
  });

const unknownNameCheck = (operation: OperationalOperation): ActiveCheck =>
  rowCheck(operation.clause, 'unknown-name', 'answers an unknown name with a listed status', operation, async ({ use }, { unknown }) => {
    if (unknown !== null) mustBeListed(await use(unknown));
  });

/** Rows whose path holds a name that the service lists. */
const clausesWithName = ['ACTUATOR-ENV-TO-MATCH', 'ACTUATOR-LOGGERS-NAME', 'ACTUATOR-METRICS-NAME'];

const bodyAcceptedCheck = (operation: OperationalOperation): ActiveCheck =>
  rowCheck('ACTUATOR-BODY-ACCEPTED', rowWay(operation), 'accepts a body of texts', operation, async ({ use }, row) => {
    const bare = await use(row.bare);
    mustBeServed(bare);
    const sent = await use(row.withBody);
    if (isRefusedForItsBody(bare, sent)) throw bodyRefusedStop(sent);
    mustBeListed(sent);
  });

/** Every row of the operational table, with and without the optional body (reading 23). */
export const operationalEndpoints: Suite = {
  name: 'Operational endpoints',
  area: 'Operational',
  checks: actuatorOperations.flatMap((operation) => [
    withoutBodyCheck(operation),
    withBodyCheck(operation),
    bodyAcceptedCheck(operation),
    ...(clausesWithName.includes(operation.clause) ? [unknownNameCheck(operation)] : []),
  ]),
};
