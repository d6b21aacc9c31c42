import { toIdText } from '../../core/answers.ts';
import { member } from '../../core/json.ts';
import { createFactsByKey, type Dated } from './dated.ts';
import type { ListChange } from './list-changes.ts';
import type { NamedCall } from './named-call.ts';
import { personKey, toTag } from './people.ts';

export interface ServedCall extends Dated {
  /** When a copy may have begun to lag: the first call that was served so, or a later OP-4 of that user, was sent. In milliseconds. */
  readonly since: number;
}

/** How calls ended. */
export interface CallFacts {
  /** An answer that served the same call, with the same values. */
  readonly servedBefore: (call: NamedCall) => ServedCall | undefined;
  /** A wrong code of the sender that this call names: whether it locks the sender, and for how long, is open. */
  readonly wrongCodeBefore: (call: NamedCall) => Dated | undefined;
  /** The same call, with the same values, was under way beside this exchange. */
  readonly askedAtOnce: (call: NamedCall, exchange: string) => boolean;
  /** How each OP-9 under this correlationId ended. */
  readonly requestsOf: (correlationId: string) => readonly EndedCall[];
}

export interface EndedCall extends Dated {
  readonly ended: ListChange['ended'];
}

/** They name no sender. */
const looksAtTransfer: ReadonlySet<string> = new Set(['OP-10', 'OP-11']);

export const callKey = ({ agent, operation, values }: NamedCall): string =>
  JSON.stringify([agent, operation, Object.entries(values).toSorted()]);

/** OP-9 names its sender in the payload; empty where a call names none. */
const findSender = ({ values, payload }: NamedCall): string => toTag(values['senderId'] ?? member(payload, 'from'));

/** OP-4 writes what OP-1 reads of a user; both name the user in their path. */
const findUser = ({ agent, values: { userType = '', mobile = '' } }: NamedCall): string => personKey(agent, userType, mobile);

interface TagCall extends Dated {
  readonly sentAt: number;
}

export interface CallFold {
  readonly leave: (call: NamedCall, exchange: string, after: number) => void;
  /** `sentAt`: milliseconds. */
  readonly answer: (call: NamedCall, ending: ListChange['ended'], said: Dated, sentAt: number) => void;
  /** What the first `onRecord` exchanges have shown. `answeredAt`: the place of the answer that the facts judge. */
  readonly at: (onRecord: number, answeredAt: number) => CallFacts;
}

const readCorrelationId = ({ operation, payload }: NamedCall): string | null =>
  operation === 'OP-9' ? toIdText(member(payload, 'correlationId')) : null;

/** Without an answer yet where `at` is infinite. */
interface SentRequest {
  readonly after: number;
  readonly at: number;
}

/** By a key, and by exchange. */
function createSentRequests() {
  const byKey = new Map<string, Map<string, SentRequest>>();
  return {
    note(key: string, exchange: string, request: SentRequest): void {
      byKey.set(key, (byKey.get(key) ?? new Map<string, SentRequest>()).set(exchange, request));
    },
    drop: (key: string, exchange: string) => byKey.get(key)?.delete(exchange),
    list: (key: string): readonly (readonly [string, SentRequest])[] => [...(byKey.get(key) ?? [])],
  };
}

export function createCallFold(): CallFold {
  const served = createFactsByKey<ServedCall>();
  const wrongCodes = createFactsByKey<Dated>();
  const requests = createFactsByKey<EndedCall>();
  const tagCalls = createFactsByKey<TagCall>();
  /** By correlationId, without those that were refused: they start nothing. */
  const sent = createSentRequests();
  const looks = createSentRequests();
  /** A correlationId sent again may start anew (reading 19), also while the status is asked for. */
  const startedAnew = ({ operation, values }: NamedCall, since: Dated, answeredAt: number): boolean =>
    operation === 'OP-10' && sent.list(values['correlationId'] ?? '').some(([, { after, at }]) => at > since.after && after < answeredAt);
  return {
    leave(call, exchange, after) {
      const correlationId = readCorrelationId(call);
      if (correlationId !== null) sent.note(correlationId, exchange, { after, at: Infinity });
      if (looksAtTransfer.has(call.operation)) looks.note(callKey(call), exchange, { after, at: Infinity });
    },
    answer(call, ending, said, sentAt) {
      const correlationId = readCorrelationId(call);
      if (correlationId !== null) {
        requests.add(correlationId, { ...said, ended: ending });
        if (ending === 'refused' || ending === 'wrong-code') sent.drop(correlationId, said.exchange);
        else sent.note(correlationId, said.exchange, said);
      }
      const key = callKey(call);
      if (looksAtTransfer.has(call.operation)) looks.note(key, said.exchange, said);
      if (call.operation === 'OP-4' && ending === 'done') tagCalls.add(findUser(call), { ...said, sentAt });
      if (ending === 'done') served.add(key, { ...said, since: served.newest(key, Infinity)?.since ?? sentAt });
      if (ending === 'wrong-code' && findSender(call) !== '') wrongCodes.add(findSender(call), said);
    },
    at: (onRecord, answeredAt) => ({
      requestsOf: (correlationId) => requests.list(correlationId, onRecord),
      servedBefore: (call) => {
        const found = served.newest(callKey(call), onRecord);
        if (found === undefined || startedAnew(call, found, answeredAt)) return undefined;
        const taggedAt = call.operation === 'OP-1' ? (tagCalls.newest(findUser(call), answeredAt)?.sentAt ?? 0) : 0;
        return { ...found, since: Math.max(found.since, taggedAt) };
      },
      askedAtOnce: (call, exchange) =>
        looks.list(callKey(call)).some(([other, { after, at }]) => other !== exchange && at > onRecord && after < answeredAt),
      wrongCodeBefore: (call) => wrongCodes.newest(findSender(call), onRecord),
    }),
  };
}
