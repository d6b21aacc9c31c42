import { isDeepStrictEqual } from 'node:util';
import type { Beneficiary } from '../../judge/facts/beneficiaries.ts';
import { idAt } from '../../judge/fields.ts';
import { describeAnswer, formatPlace, type Reply } from '../../judge/reply.ts';
import type { EffectFound } from '../calls/effect-checks.ts';
import { readCommandOutcome } from '../model/model.ts';
import { findEntry } from '../model/view.ts';
import { findWrongEntry } from './listing-check.ts';
import type { AnsweredCase, Snapshot } from './side-effects.ts';

export type ListSnapshot = Snapshot<readonly Beneficiary[]>;

export function findChanges(was: readonly Beneficiary[], is: readonly Beneficiary[]): readonly Beneficiary[] {
  const changed = is.filter((entry) => !isDeepStrictEqual(findEntry(was, entry.id), entry));
  return [...changed, ...was.filter((entry) => findEntry(is, entry.id) === undefined)];
}

const describeEntry = (entry: Beneficiary | undefined): string =>
  entry === undefined ? 'not listed' : `${entry.account} listed as ${entry.status}`;

export function findWrongChange(reply: Reply, was: ListSnapshot, is: ListSnapshot): EffectFound | null {
  const [first] = findChanges(was.value, is.value);
  if (first === undefined || readCommandOutcome(reply) !== 'refused') return null;
  const expected = describeEntry(findEntry(was.value, first.id));
  const received = `${describeEntry(findEntry(is.value, first.id))} after ${describeAnswer(reply)}`;
  const place = formatPlace(is.reply, 'result.beneficiaries');
  return { accused: { clause: 'REFUSAL-NOTHING-CHANGED', expected, received, place }, shows: [was.reply, is.reply] };
}

/** How the list shows an accepted call wrongly; `plain` is the id of a beneficiary from a documented call. */
export function findWrongListing({ each, reply }: AnsweredCase, is: ListSnapshot, plain: string): EffectFound | null {
  const entry = findEntry(is.value, idAt(reply, 'result.beneficiaryId') ?? '');
  const accused = entry === undefined ? null : findWrongEntry(each, reply, entry, findEntry(is.value, plain), is.reply);
  return accused === null ? null : { accused, shows: [is.reply] };
}

/** Refused calls; those that mention a changed beneficiary come first. */
export function orderSuspects(refused: readonly AnsweredCase[], changed: readonly Beneficiary[]): readonly AnsweredCase[] {
  const names = changed.flatMap(({ id, account }) => [id, account]);
  const tellsOfIt = ({ reply: { exchange } }: AnsweredCase): boolean =>
    names.some((name) => `${exchange.request.url} ${exchange.request.body?.text ?? ''}`.includes(name));
  return [...refused.filter(tellsOfIt), ...refused.filter((made) => !tellsOfIt(made))];
}
