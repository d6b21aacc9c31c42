import { isActive, type Beneficiary } from '../../judge/facts/beneficiaries.ts';
import { formatPlace, type Reply } from '../../judge/reply.ts';
import { parseRequestBody } from '../../core/exchange.ts';
import { member } from '../../core/json.ts';
import type { Case } from '../cases/case.ts';
import type { Accused } from '../calls/oracles.ts';

/** What a service may change in a name: letter case, blanks, and how letters are composed. */
const normalizeName = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[\p{Z}\p{C}]/gu, '');

/** The odd name of a case; null when the case changed anything else. A repeated key has no clear value. */
function readOddName({ edits }: Case, { exchange }: Reply): string | null {
  const isOfName = edits.every((edit) => edit.on === 'payload' && edit.do === 'set' && edit.path.join('.') === 'name');
  const name = isOfName ? member(parseRequestBody(exchange), 'name') : null;
  return typeof name === 'string' ? name : null;
}

const addsKey = ({ edits }: Case): boolean => edits.every((edit) => edit.on === 'payload' && edit.do === 'add' && edit.path.length === 0);

/** What is wrong with the entry of an accepted call, compared with the entry of a documented call. */
export function findWrongEntry(each: Case, reply: Reply, entry: Beneficiary, plain: Beneficiary | undefined, list: Reply): Accused | null {
  const name = readOddName(each, reply);
  if (name !== null && normalizeName(name) !== normalizeName(entry.name)) {
    const expected = 'the accepted name, ignoring letter case and blanks';
    return { clause: 'OP7-LISTED-AS-SENT', expected, received: 'other letters', place: formatPlace(list, 'result.beneficiaries') };
  }
  if (!addsKey(each) || !isActive(entry) || plain?.status !== 'false') return null;
  const expected = 'an inactive beneficiary, as without that key';
  return { clause: 'FIELD-RESULT-NOT-CHOSEN', expected, received: 'listed as active', place: formatPlace(list, 'result.beneficiaries') };
}
