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
import type { ActiveCheck, CheckContext, Suite } from '../../helpers/runner/check.ts';
import { callOf, type Row } from '../../helpers/journey/operational/rows.ts';
import { listWays, ways, type WayName } from '../../helpers/journey/operational/ways.ts';
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

/** Another clause accuses a service that refuses bodies: the same call without one, or the row with a token, is listed. */
async function findRefusedBody({ use }: CheckContext, row: Row, bare: WayName, sent: OperationalAnswer): Promise<OperationalAnswer | null> {
  const plain = await use(callOf(row, bare));
  mustBeListed(plain);
  if (isRefusedForItsBody(plain, sent)) return sent;
  const withBody = await use(callOf(row, 'with-body'));
  return isRefusedForItsBody(await use(callOf(row, 'without-body')), withBody) ? withBody : null;
}

const listedCheck = (operation: OperationalOperation, way: WayName): ActiveCheck =>
  rowCheck(operation.clause, way, ways[way].fact, operation, async (context, row) => {
    const sent = await context.use(callOf(row, way));
    if (hasListedStatus(sent)) return;
    const { bare } = ways[way];
    const refused = bare === undefined ? null : await findRefusedBody(context, row, bare, sent);
    throw refused === null ? createUnlistedViolation(sent) : bodyRefusedStop(refused);
  });

/** Judged wherever the same call without a body is served; where none is, the plain call tells why. */
const bodyAcceptedCheck = (operation: OperationalOperation): ActiveCheck =>
  rowCheck('ACTUATOR-BODY-ACCEPTED', rowWay(operation), 'accepts a body of texts', operation, async ({ use, after }, row) => {
    let judged = 0;
    for (const [way, call] of row.calls) {
      const { bare } = ways[way];
      const plain = bare === undefined ? null : await after(callOf(row, bare));
      if (plain?.ok !== true || !isServed(plain.value)) continue;
      const sent = await use(call);
      if (isRefusedForItsBody(plain.value, sent)) throw bodyRefusedStop(sent);
      mustBeListed(sent);
      judged += 1;
    }
    if (judged === 0) mustBeServed(await use(callOf(row, 'without-body')));
  });

const operationalRows: readonly OperationalOperation[] = actuatorOperations;

/** Every row of the operational table, with and without the optional body and a token, for known and unknown names (reading 23). */
export const operationalEndpoints: Suite = {
  name: 'Operational endpoints',
  area: 'Operational',
  checks: operationalRows.flatMap((operation) => [
    ...listWays(operation).map((way) => listedCheck(operation, way)),
    bodyAcceptedCheck(operation),
  ]),
};
