import { findDescription, isFound } from '../contract/live/find.ts';
import { describingOf } from '../session/description-reader.ts';
import { look, ok, type Diagnosis, type Visit } from './finding.ts';

/** Whether the live description is found, as a run would look for it. */
export async function description({ target }: Visit): Promise<Diagnosis> {
  const describing = describingOf(target);
  const get = async (address: string) => {
    const sent = await describing.get(address, true, 'look for the description');
    return sent.kind === 'reply' ? sent.exchange.response : null;
  };
  const found = await findDescription({ baseUrl: describing.baseUrl, configured: describing.configured, get });
  if (isFound(found)) return ok(found.facts[0] ?? 'the live description is found');
  return look(`no live description (${found.tried.join('; ')})`, 'name it in DMT_SWAGGER_URL, or it is not compared');
}
