import { apiCodes } from '../../../specs/codes.ts';
import { describeAnswer, type Reply } from '../../judge/reply.ts';
import { findNotServedStop } from '../../judge/served.ts';
import { blocked, untried } from '../../judge/stop.ts';
import type { ConfiguredId } from '../setup/person.ts';

export function requireId({ id, variable }: ConfiguredId, what: string): string {
  if (id === null) throw untried(`no ${what}: name one in ${variable}`, 'configuration');
  return id;
}

export const idRefusalCodes: readonly (number | null)[] = [apiCodes.notAuthorized, apiCodes.nothingFound, apiCodes.validationFailed];

/** Not found, of another agent or not valid: for a typed id, such an answer questions the id. */
const isIdRefusal = ({ status, code }: Reply): boolean => status === 403 || (status === 200 && idRefusalCodes.includes(code));

/** For a configured id, an answer against the id does not count against the service. */
export function mustServeConfigured(configured: ConfiguredId | undefined, reply: Reply): Reply {
  const stop = findNotServedStop(reply);
  if (stop === null) return reply;
  if (configured === undefined || !isIdRefusal(reply)) throw stop;
  const received = `${reply.operation.id} answers the id of ${configured.variable} with ${describeAnswer(reply)}`;
  throw blocked('known-id', `${received}: name ids of this agent that exist on the target`, 'test-data');
}
