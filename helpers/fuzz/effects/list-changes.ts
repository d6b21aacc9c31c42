import { isDeepStrictEqual } from 'node:util';
import { sameId } from '../../core/same-id.ts';
import { idAt } from '../../judge/fields.ts';
import { outcomeOf, placeOf, type Reply } from '../../judge/reply.ts';
import type { EffectFound } from '../calls/effect-checks.ts';
import { outcomeOfReply } from '../model/model.ts';
import type { Entry } from '../model/view.ts';
import { wrongAsListed } from './listed.ts';
import type { Made, Snapshot } from './side-effects.ts';

export type List = Snapshot<readonly Entry[]>;

export const idIn = (entries: readonly Entry[], id: string): Entry | undefined => entries.find((entry) => sameId(entry.id, id));

/** Beneficiaries that are not what they were: new ones, changed ones, and those that are gone. */
export function changes(was: readonly Entry[], is: readonly Entry[]): readonly Entry[] {
  const changed = is.filter((entry) => !isDeepStrictEqual(idIn(was, entry.id), entry));
  return [...changed, ...was.filter((entry) => idIn(is, entry.id) === undefined)];
}

const show = (entry: Entry | undefined): string =>
  entry === undefined ? 'not listed' : `${entry.account} listed as ${String(entry.active)}`;

/** What a refused call changed. */
export function wrongIn(reply: Reply, was: List, is: List): EffectFound | null {
  const [first] = changes(was.value, is.value);
  if (first === undefined || outcomeOfReply(reply) !== 'refused') return null;
  const expected = show(idIn(was.value, first.id));
  const received = `${show(idIn(is.value, first.id))} after ${outcomeOf(reply)}`;
  const place = placeOf(is.reply, 'result.beneficiaries');
  return { accused: { clause: 'REFUSAL-NOTHING-CHANGED', expected, received, place }, shows: [was.reply, is.reply] };
}

/** How an accepted call is listed wrongly; `plain` is the id of one that was added plainly. */
export function asListed({ each, reply }: Made, is: List, plain: string): EffectFound | null {
  const entry = idIn(is.value, idAt(reply, 'result.beneficiaryId') ?? '');
  const accused = entry === undefined ? null : wrongAsListed(each, reply, entry, idIn(is.value, plain), is.reply);
  return accused === null ? null : { accused, shows: [is.reply] };
}

/** Refused calls, those first that tell of what has changed. */
export function inDoubt(refused: readonly Made[], changed: readonly Entry[]): readonly Made[] {
  const names = changed.flatMap(({ id, account }) => [id, account]);
  const tellsOfIt = ({ reply: { exchange } }: Made): boolean =>
    names.some((name) => `${exchange.request.url} ${exchange.request.body?.text ?? ''}`.includes(name));
  return [...refused.filter(tellsOfIt), ...refused.filter((made) => !tellsOfIt(made))];
}
