import { createHash } from 'node:crypto';
import type { ClauseId } from '../../../specs/clauses.ts';
import { outcomeOf, placeOf, type Reply } from '../../judge/reply.ts';
import { blocked, isOfThisCall } from '../../judge/stop.ts';
import type { UnrecordedReply } from '../../session/unrecorded-send.ts';
import type { Session } from '../../session/session.ts';
import { mayBeElsewhere, type Case } from '../cases/case.ts';
import { callOf, edited, type Draft } from '../cases/draft.ts';
import { placeOfEdit } from '../cases/edit.ts';
import type { Chapter } from '../cases/chapter.ts';
import type { Values } from '../cases/fill.ts';
import type { ValidCalls } from './valid-calls.ts';
import { lookedInto, type Looked } from './effect-checks.ts';
import { accusedOf, type Accused } from './oracles.ts';

/** What became of one odd call. */
export type Executed =
  | { readonly kind: 'kept'; readonly reply: Reply; readonly values: Values }
  | {
      readonly kind: 'accused';
      readonly reply: Reply;
      readonly accused: Accused;
      readonly signature: string;
      readonly shows: readonly Reply[];
      readonly values: Values;
    }
  /** No answer, or one that may be somebody else's: on a call with effects nobody can tell (reading 6). */
  | { readonly kind: 'trouble'; readonly reply: Reply }
  /** It was not sent, for what it is: it might be about a stranger. */
  | { readonly kind: 'skipped'; readonly reason: string };

export type Execute = (each: Case) => Promise<Executed>;

/** Long enough for any service that answers at all; a hanging one costs no more. */
const patienceMs = 5000;

/** Of bytes that promise more than they hold a server may wait for the rest: nothing is asked of its answer then. */
const patienceWithBytesMs = 300;
const tries = 5;

const purpose = 'fuzz';

const masked = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, 'U')
    .replaceAll(/\d+/g, '#')
    .slice(0, 120);

export const noAnswer: ClauseId = 'HTTP-ANSWERED';

/** Two failing cases are one finding when clause, operation, place and the form of the answer are the same. */
export function signatureOf({ dimension, operation }: Chapter, { edits }: Case, { clause, received }: Accused, reply: Reply): string {
  // Whatever was odd, what is never answered is one finding.
  if (clause === noAnswer) return [clause, operation.id, dimension].join(' | ');
  const places = edits.map(placeOfEdit).sort().join(' and ');
  const body = createHash('sha256')
    .update(masked(reply.exchange.response?.body.text ?? ''))
    .digest('hex')
    .slice(0, 8);
  return [clause, operation.id, dimension, places, masked(received), reply.status ?? 'no answer', reply.code ?? '', body].join(' | ');
}

/** What was made of a case, as an accusation. */
export const accusing = (chapter: Chapter, each: Case, { reply, values }: Sent, { accused, shows }: Looked): Executed => ({
  kind: 'accused',
  reply,
  accused,
  signature: signatureOf(chapter, each, accused, reply),
  shows,
  values,
});

interface Sent {
  readonly reply: Reply;
  readonly values: Values;
}

/** `ready` may choose what an odd call is about. */
export function executor(
  session: Session,
  calls: ValidCalls,
  chapter: Chapter,
  ready: (draft: Draft) => Promise<Draft> = (draft) => Promise.resolve(draft),
): Execute {
  const { operation, dimension } = chapter;
  const { quiet } = session;
  /** Of a call that was not sent: its code is good for the next. */
  let unused: Draft | null = null;
  const send = async (each: Case): Promise<UnrecordedReply & { readonly values: Values }> => {
    const prepared = unused ?? (await calls.prepare(session, operation));
    unused = null;
    let draft = await ready(prepared);
    if (each.expects === 'other-state') draft = { ...draft, values: { ...draft.values, ...(await calls.otherCode(session)) } };
    const odd = each.edits.reduce(edited, draft);
    const call = { ...callOf(odd), ...(each.guess === true ? { wrongCode: draft.values['codeOf'] ?? '' } : {}) };
    const { reply, symptom } = await quiet
      .quietly(operation, call, purpose, dimension === 'bytes' ? patienceWithBytesMs : patienceMs)
      .catch((error: unknown) => {
        if (isOfThisCall(error)) unused = prepared;
        throw error;
      });
    calls.answered(reply);
    return { reply, symptom, values: draft.values };
  };
  /** A read without an answer is the service's doing when it stays so while controls succeed. */
  const insist = async (each: Case, first: Reply, values: Values): Promise<Executed> => {
    if (dimension === 'bytes') return { kind: 'kept', reply: first, values };
    if (operation.effect !== 'none') return { kind: 'trouble', reply: first };
    for (let n = 1; n < tries; n += 1) if ((await send(each)).symptom !== 'environmental') return { kind: 'trouble', reply: first };
    if (!(await quiet.controlsSucceed(operation))) return { kind: 'trouble', reply: first };
    const accused = {
      clause: noAnswer,
      expected: 'an answer',
      received: outcomeOf(first),
      place: placeOf(first),
      deviation: 'no-answer',
    } as const;
    return accusing(chapter, each, { reply: first, values }, { accused, shows: [] });
  };
  const judged = async (each: Case): Promise<Executed> => {
    const { symptom, reply, values } = await send(each);
    if (symptom === 'environmental') return insist(each, reply, values);
    const accused = accusedOf(dimension, each.expects, reply, mayBeElsewhere(each.expects) ? [] : quiet.weigh(reply), values);
    if (accused !== null) {
      if (symptom === 'server-error' && !(await quiet.controlsSucceed(operation)))
        throw blocked('environment', `${operation.id} got ${outcomeOf(reply)}, and so did control calls`, 'environment');
      return accusing(chapter, each, { reply, values }, { accused, shows: [] });
    }
    const later = await lookedInto(session, chapter, reply);
    return later === null ? { kind: 'kept', reply, values } : accusing(chapter, each, { reply, values }, later);
  };
  return async (each) => {
    try {
      return await judged(each);
    } catch (error) {
      if (isOfThisCall(error)) return { kind: 'skipped', reason: error.why.reason };
      throw error;
    }
  };
}
