import { formatPlace, type Reply } from '../../judge/reply.ts';
import { member, parseJson } from '../../core/json.ts';
import type { Case } from '../cases/case.ts';
import type { Accused } from '../calls/oracles.ts';
import type { Entry } from '../model/view.ts';

/** What a service may do to a name without making another of it: letter case, blanks, and how letters are put together. */
const normalizeName = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[\p{Z}\p{C}]/gu, '');

/** The name, where that is what was odd; of a key told twice nobody can say which of them counts. */
function readOddName({ edits }: Case, { exchange }: Reply): string | null {
  const isOfName = edits.every((edit) => edit.on === 'payload' && edit.do === 'set' && edit.path.join('.') === 'name');
  const name = isOfName ? member(parseJson(exchange.request.body?.text ?? ''), 'name') : null;
  return typeof name === 'string' ? name : null;
}

const addsKey = ({ edits }: Case): boolean => edits.every((edit) => edit.on === 'payload' && edit.do === 'add' && edit.path.length === 0);

/** What is wrong with a beneficiary that was accepted, as it is listed beside one that was added plainly. */
export function findWrongEntry(each: Case, reply: Reply, entry: Entry, plain: Entry | undefined, list: Reply): Accused | null {
  const name = readOddName(each, reply);
  if (name !== null && normalizeName(name) !== normalizeName(entry.name)) {
    const expected = 'the name that was accepted, letter case and blanks aside';
    return { clause: 'OP7-LISTED-AS-SENT', expected, received: 'other letters', place: formatPlace(list, 'result.beneficiaries') };
  }
  if (!addsKey(each) || !entry.active || plain?.active !== false) return null;
  const expected = 'a beneficiary that waits for its activation, as without that key';
  return { clause: 'FIELD-RESULT-NOT-CHOSEN', expected, received: 'listed as active', place: formatPlace(list, 'result.beneficiaries') };
}
