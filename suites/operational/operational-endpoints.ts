import {
  isListed,
  isServed,
  mustBeListed,
  mustBeServed,
  statusOf,
  unlisted,
  type OperationalAnswer,
} from '../../helpers/judge/operational.ts';
import { deviationOf } from '../../helpers/core/records/deviation.ts';
import { mustOf } from '../../helpers/judge/must.ts';
import { placeOf } from '../../helpers/judge/reply.ts';
import { blocked, type Stop } from '../../helpers/judge/stop.ts';
import type { ActiveCheck, Suite } from '../../helpers/runner/check.ts';
import { actuatorOperations, type OperationalOperation } from '../../specs/operational.ts';
import { onRow, rowWay } from '../support/operational-row.ts';

/** A body made the difference: the same call without one was served. */
const refusedForItsBody = (bare: OperationalAnswer, sent: OperationalAnswer): boolean =>
  isServed(bare) && (sent.status === null || sent.status >= 400);

/** The stop for a body that was not taken. A 401 may as well be a token that ran out between the two calls. */
function bodyRefused(sent: OperationalAnswer): Stop {
  if (sent.status === 401) return blocked('token-expired', `${placeOf(sent)} took the token without a body alone`, 'environment');
  const expected = 'a body of texts is accepted';
  return mustOf('ACTUATOR-BODY-ACCEPTED').violation({
    expected,
    received: statusOf(sent),
    place: placeOf(sent),
    exchange: sent.exchange.id,
    deviation: deviationOf({ status: sent.status }),
  });
}

const withoutBody = (operation: OperationalOperation): ActiveCheck =>
  onRow(operation.clause, 'without-body', 'answers with a listed status', operation, async ({ use }, { bare }) => {
    mustBeListed(await use(bare));
  });

const withBody = (operation: OperationalOperation): ActiveCheck =>
  onRow(operation.clause, 'with-body', 'answers a body with a listed status', operation, async ({ use }, row) => {
    const sent = await use(row.withBody);
    if (isListed(sent)) return;
    const bare = await use(row.bare);
    mustBeListed(bare);
    throw refusedForItsBody(bare, sent) ? bodyRefused(sent) : unlisted(sent);
  });

const unknownName = (operation: OperationalOperation): ActiveCheck =>
  onRow(operation.clause, 'unknown-name', 'answers an unknown name with a listed status', operation, async ({ use }, { unknown }) => {
    if (unknown !== null) mustBeListed(await use(unknown));
  });

/** Rows that are asked for something by a name that the service lists. */
const named = ['ACTUATOR-ENV-TO-MATCH', 'ACTUATOR-LOGGERS-NAME', 'ACTUATOR-METRICS-NAME'];

const bodyAccepted = (operation: OperationalOperation): ActiveCheck =>
  onRow('ACTUATOR-BODY-ACCEPTED', rowWay(operation), 'accepts a body of texts', operation, async ({ use }, row) => {
    const bare = await use(row.bare);
    mustBeServed(bare);
    const sent = await use(row.withBody);
    if (refusedForItsBody(bare, sent)) throw bodyRefused(sent);
    mustBeListed(sent);
  });

/** Every method and path of the operational table, with and without the optional body (reading 23). */
export const operationalEndpoints: Suite = {
  name: 'Operational endpoints',
  area: 'Operational',
  checks: actuatorOperations.flatMap((operation) => [
    withoutBody(operation),
    withBody(operation),
    bodyAccepted(operation),
    ...(named.includes(operation.clause) ? [unknownName(operation)] : []),
  ]),
};
