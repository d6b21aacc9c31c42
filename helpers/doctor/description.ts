import { findDescription, isFound } from '../contract/live/find.ts';
import { openDescriptionReader } from '../session/description-reader.ts';
import { warning, ok, type Diagnosis, type DoctorContext } from './diagnosis.ts';

export async function examineDescription({ target }: DoctorContext): Promise<Diagnosis> {
  const describing = openDescriptionReader(target);
  const get = async (address: string) => {
    const sent = await describing.get(address, true, 'look for the description');
    return sent.kind === 'reply' ? sent.exchange.response : null;
  };
  const found = await findDescription({ baseUrl: describing.baseUrl, configured: describing.configured, get });
  if (isFound(found)) return ok(found.facts[0] ?? 'the live description is found');
  return warning(`no live description (${found.tried.join('; ')})`, 'name its address in DMT_SWAGGER_URL; otherwise it is not compared');
}
