import type { ClauseId } from '../../../specs/clauses.ts';
import { describeAnswer, formatPlace, type Reply } from '../../judge/reply.ts';
import { blocked, isOfThisCall } from '../../judge/stop.ts';
import { mostFailures } from '../../session/breaker.ts';
import type { UnrecordedReply } from '../../session/unrecorded-send.ts';
import type { Session } from '../../session/session.ts';
import type { Accusation } from '../../session/unrecorded-send.ts';
import { mayBeElsewhere, type Case } from '../cases/case.ts';
import { buildCall, applyEdit, type Draft } from '../cases/draft.ts';
import { placeOfEdit } from '../cases/edit.ts';
import type { Chapter } from '../cases/chapter.ts';
import type { Values } from '../cases/fill.ts';
import type { ValidCalls } from './valid-calls.ts';
import { checkEffect, type EffectFound } from './effect-checks.ts';
import { findAccusation, hasOversizedHeaders, type Accused } from './oracles.ts';
import { sha256 } from '../../core/sha256.ts';

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
  /** No answer, or one from another server: whether a call with effects had its effect is unknown (reading 6). */
  | { readonly kind: 'trouble'; readonly reply: Reply }
  /** Not sent: the call might concern a stranger. */
  | { readonly kind: 'skipped'; readonly reason: string };

export type Execute = (each: Case) => Promise<Executed>;

/** Long enough for any service that answers; a hanging one costs no more. */
const answerTimeoutMs = 5000;

/** A server may wait for the rest of an incomplete request; the case asks nothing of its answer. */
const bytesAnswerTimeoutMs = 300;

const purpose = 'fuzz';

const maskValues = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, 'U')
    .replaceAll(/\d+/g, '#')
    .slice(0, 120);

export const noAnswerClause: ClauseId = 'HTTP-ANSWERED';

/** Two failing cases are one finding when clause, operation, place and form of the answer agree. */
function buildSignature({ dimension, operation }: Chapter, { edits }: Case, { clause, received }: Accused, reply: Reply): string {
  // All unanswered calls of a chapter are one finding.
  if (clause === noAnswerClause) return [clause, operation.id, dimension].join(' | ');
  const places = edits.map(placeOfEdit).sort().join(' and ');
  const body = sha256(maskValues(reply.exchange.response?.body.text ?? '')).slice(0, 8);
  return [clause, operation.id, dimension, places, maskValues(received), reply.status ?? 'no answer', reply.code ?? '', body].join(' | ');
}

export const buildAccused = (chapter: Chapter, each: Case, { reply, values }: Sent, { accused, shows }: EffectFound): Executed => ({
  kind: 'accused',
  reply,
  accused,
  signature: buildSignature(chapter, each, accused, reply),
  shows,
  values,
});

interface Sent {
  readonly reply: Reply;
  readonly values: Values;
}

type PrepareDraft = (draft: Draft) => Promise<Draft>;

interface ExecuteParts {
  readonly session: Session;
  readonly calls: ValidCalls;
  readonly chapter: Chapter;
  /** May choose which beneficiary or account an odd call concerns. */
  readonly ready?: PrepareDraft | undefined;
  /** What the documented call of the chapter breaks too: that a call is odd has no part in it, and the checks of the run accuse it. */
  readonly brokenAnyway?: readonly Accusation[];
}

type SendCase = (each: Case) => Promise<UnrecordedReply & Sent>;

function createSender({ session, calls, chapter, ready }: ExecuteParts): SendCase {
  const { operation, dimension } = chapter;
  const timeoutMs = dimension === 'bytes' ? bytesAnswerTimeoutMs : answerTimeoutMs;
  /** The draft of a call that was not sent: its code serves the next call. */
  let unused: Draft | null = null;
  return async (each) => {
    const prepared = unused ?? (await calls.prepare(session, operation));
    unused = null;
    let draft = ready === undefined ? prepared : await ready(prepared);
    if (each.expects === 'other-state') draft = { ...draft, values: { ...draft.values, ...(await calls.otherCode(session)) } };
    const odd = each.edits.reduce(applyEdit, draft);
    const call = { ...buildCall(odd), ...(each.sendsWrongCode === true ? { wrongCode: draft.values['codeOf'] ?? '' } : {}) };
    const { reply, symptom } = await session.unrecorded.send(operation, call, purpose, timeoutMs).catch((error: unknown) => {
      if (isOfThisCall(error)) unused = prepared;
      throw error;
    });
    calls.noteReply(reply);
    return { reply, symptom, values: draft.values };
  };
}

/** The service is blamed for an unanswered read when the read stays unanswered while controls succeed. */
async function retryUnanswered({ session, chapter }: ExecuteParts, send: SendCase, each: Case, first: Sent): Promise<Executed> {
  const { operation, dimension } = chapter;
  const { reply } = first;
  if (dimension === 'bytes' || hasOversizedHeaders(reply)) return { kind: 'kept', ...first };
  if (operation.effect !== 'none') return { kind: 'trouble', reply };
  for (let n = 1; n < mostFailures; n += 1) if ((await send(each)).symptom !== 'environmental') return { kind: 'trouble', reply };
  if (!(await session.unrecorded.isServiceToBlame(operation))) return { kind: 'trouble', reply };
  const received = describeAnswer(reply);
  const place = formatPlace(reply);
  const accused = { clause: noAnswerClause, expected: 'an answer', received, place, deviation: 'no-answer' } as const;
  return buildAccused(chapter, each, first, { accused, shows: [] });
}

const isSameBreach =
  (one: Accusation) =>
  (other: Accusation): boolean =>
    one.clause === other.clause && one.judgement.place === other.judgement.place;

async function executeCase(parts: ExecuteParts, send: SendCase, each: Case): Promise<Executed> {
  const { session, chapter, brokenAnyway = [] } = parts;
  const { operation, dimension } = chapter;
  const { unrecorded } = session;
  const { symptom, reply, values } = await send(each);
  const sent = { reply, values };
  if (symptom === 'environmental') return retryUnanswered(parts, send, each, sent);
  const broken = mayBeElsewhere(each.expects) ? [] : unrecorded.collectAccusations(reply);
  const byOddness = broken.filter((accusation) => !brokenAnyway.some(isSameBreach(accusation)));
  const accused = findAccusation(dimension, each.expects, reply, byOddness, values);
  if (accused !== null) {
    if (symptom === 'server-error' && !(await unrecorded.isServiceToBlame(operation)))
      throw blocked('environment', `${operation.id} got ${describeAnswer(reply)}, and so did control calls`, 'environment');
    return buildAccused(chapter, each, sent, { accused, shows: [] });
  }
  const found = await checkEffect(session, parts.calls.waits, chapter, reply);
  return found === null ? { kind: 'kept', ...sent } : buildAccused(chapter, each, sent, found);
}

export function createExecutor(parts: ExecuteParts): Execute {
  const send = createSender(parts);
  return async (each) => {
    try {
      return await executeCase(parts, send, each);
    } catch (error) {
      if (isOfThisCall(error)) return { kind: 'skipped', reason: error.why.reason };
      throw error;
    }
  };
}
