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
import { notApplicable, type Stop } from '../../helpers/judge/stop.ts';
import type { ActiveCheck, CheckContext, Suite } from '../../helpers/runner/check.ts';
import { callOf, type Row } from '../../helpers/journey/operational/rows.ts';
import { listWays, ways, type WayName } from '../../helpers/journey/operational/ways.ts';
import { actuatorOperations, type OperationalOperation } from '../../specs/operational.ts';
import { rowCheck, rowWay } from '../support/operational-row.ts';

/** The same call without a body was served. */
const isRefusedForItsBody = (bare: OperationalAnswer, sent: OperationalAnswer): boolean =>
  isServed(bare) && (sent.status === null || sent.status >= 400);

const createBodyViolation = (sent: OperationalAnswer, atMost?: 'warn'): Stop =>
  createMust('ACTUATOR-BODY-ACCEPTED').violation({
    expected: 'a body of texts is accepted',
    received: formatStatus(sent),
    place: formatPlace(sent),
    exchange: sent.exchange.id,
    deviation: classifyAnswer({ status: sent.status }),
    atMost,
  });

/** What an instance may answer anyway accuses only where it comes again. A call with an effect is not repeated, so there it warns. */
async function mustAcceptBody({ use }: CheckContext, { bodyAgain }: Row, sent: OperationalAnswer): Promise<void> {
  if (!hasListedStatus(sent)) throw createBodyViolation(sent);
  if (bodyAgain === null && sent.status === 401)
    throw notApplicable(`${formatPlace(sent)} has an effect and is not repeated: the token may have ended`);
  if (bodyAgain === null) throw createBodyViolation(sent, 'warn');
  const again = await use(bodyAgain);
  if (again === 'refused') throw createBodyViolation(sent);
  if (again === 'hidden') throw notApplicable(`${formatPlace(sent)} is served at some times only, with and without a body`);
}

/** Another clause accuses a service that refuses bodies: the same call without one, or the row with a token, is listed. */
async function findRefusedBody({ use }: CheckContext, row: Row, bare: WayName, sent: OperationalAnswer): Promise<OperationalAnswer | null> {
  const plain = await use(callOf(row, bare));
  mustBeListed(plain);
  if (isRefusedForItsBody(plain, sent)) return sent;
  const withBody = await use(callOf(row, 'with-body'));
  const isRefused = isRefusedForItsBody(await use(callOf(row, 'without-body')), withBody);
  return isRefused && !hasListedStatus(withBody) ? withBody : null;
}

const listedCheck = (operation: OperationalOperation, way: WayName): ActiveCheck =>
  rowCheck(operation.clause, way, ways[way].fact, operation, async (context, row) => {
    const sent = await context.use(callOf(row, way));
    if (hasListedStatus(sent)) return;
    const { bare } = ways[way];
    const refused = bare === undefined ? null : await findRefusedBody(context, row, bare, sent);
    throw refused === null ? createUnlistedViolation(sent) : createBodyViolation(refused);
  });

/** Judged wherever the same call without a body is served; where none is, the plain call tells why. */
const bodyAcceptedCheck = (operation: OperationalOperation): ActiveCheck =>
  rowCheck('ACTUATOR-BODY-ACCEPTED', rowWay(operation), 'accepts a body of texts', operation, async (context, row) => {
    const { use, after } = context;
    let judged = 0;
    for (const [way, call] of row.calls) {
      const { bare } = ways[way];
      const plain = bare === undefined ? null : await after(callOf(row, bare));
      if (plain?.ok !== true || !isServed(plain.value)) continue;
      const sent = await use(call);
      if (isRefusedForItsBody(plain.value, sent)) await mustAcceptBody(context, row, sent);
      else mustBeListed(sent);
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
