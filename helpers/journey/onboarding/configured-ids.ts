import { apiCodes } from '../../../specs/codes.ts';
import { outcomeOf, type Reply } from '../../judge/reply.ts';
import { notServed } from '../../judge/served.ts';
import { blocked, untried } from '../../judge/stop.ts';
import type { ConfiguredId } from '../setup/person.ts';

/** An id that was named in the configuration, or the reason why nothing is read by it. */
export function namedId({ id, variable }: ConfiguredId, what: string): string {
  if (id === null) throw untried(`no ${what}: name one in ${variable}`, 'configuration');
  return id;
}

const aboutTheId: readonly number[] = [apiCodes.notAuthorized, apiCodes.nothingFound, apiCodes.validationFailed];

/** Not found, not one's own or not valid: said of an id that somebody typed, that is a question about the id. */
const refusesTheId = ({ status, code }: Reply): boolean => status === 403 || (status === 200 && code !== null && aboutTheId.includes(code));

/** Served; where the id was named and not obtained, what is said against the id is not said against the service. */
export function mustServeTo(known: ConfiguredId | undefined, reply: Reply): Reply {
  const stop = notServed(reply);
  if (stop === null) return reply;
  if (known === undefined || !refusesTheId(reply)) throw stop;
  const told = `${reply.operation.id} answers the id of ${known.variable} with ${outcomeOf(reply)}`;
  throw blocked('known-id', `${told}: name ids of this agent that exist there`, 'test-data');
}
