import { apiCodes, isCertainRefusal } from '../../specs/codes.ts';
import { sendOtp, senderDetail } from '../../specs/operations.ts';
import type { Call } from '../client/http/call.ts';
import { classifyAnswer, type Deviation } from '../core/records/deviation.ts';
import { findHeader } from '../core/exchange.ts';
import { isUuid } from '../core/ids.ts';
import { member } from '../core/json.ts';
import { toTag } from '../judge/facts/people.ts';
import { valueAt } from '../judge/fields.ts';
import type { Reply } from '../judge/reply.ts';
import { blocked, type Stop } from '../judge/stop.ts';

/**
 * What the service gave out, by the token that asked for it. The document ties a session or a challenge to no token, and forbids no service to
 * do so: what it refuses under another token says nothing of the call (reading 2), unless it serves such a call elsewhere in this run.
 */
export interface TokenBound {
  readonly note: (call: Call, reply: Reply) => void;
  /** Another reason for the accusation, if there is one. */
  readonly findExcuse: (stop: Stop) => Stop | null;
}

type Kind = 'session' | 'challenge';

interface Given {
  readonly kind: Kind;
  readonly by: string;
  readonly place: string;
}

const given: readonly Given[] = [
  { kind: 'session', by: senderDetail.id, place: 'result.sessionId.fundtransferSessionId' },
  { kind: 'session', by: senderDetail.id, place: 'result.sessionId.getBalanceSessionId' },
  { kind: 'challenge', by: sendOtp.id, place: 'result.state' },
];

const readSession = ({ path, query }: Call): unknown => path?.['sessionId'] ?? query?.['sessionId'];

/** Of the Consent header, or of OP-12. */
const readState = ({ consent, payload }: Call): unknown => /^OTP \S+ ([^\s,]+)/.exec(consent ?? '')?.[1] ?? member(payload, 'state');

const readToken = ({ exchange }: Reply): string | null => findHeader(exchange.request.headers, 'authorization');

export function openTokenBound(): TokenBound {
  const tokens = new Map<string, string | null>();
  /** What was answered to a refused call under another token, by exchange. */
  const refused = new Map<string, { readonly deviation: Deviation; readonly kinds: readonly Kind[] }>();
  const servedUnderAnother = new Set<Kind>();
  return {
    note(call, reply) {
      for (const { by, place } of given) {
        const id = toTag(valueAt(reply, place));
        // Anything but a UUID may be given out twice, under two tokens.
        if (reply.operation.id === by && isUuid(id)) tokens.set(id, readToken(reply));
      }
      if ((call.token ?? 'agent') !== 'agent') return;
      const named = { session: toTag(readSession(call)), challenge: toTag(readState(call)) };
      const isOfAnother = (kind: Kind): boolean => {
        const token = named[kind] === '' ? undefined : tokens.get(named[kind]);
        return token !== undefined && token !== readToken(reply);
      };
      const kinds = (['session', 'challenge'] as const).filter(isOfAnother);
      if (kinds.length === 0) return;
      if (reply.code === apiCodes.success) for (const kind of kinds) servedUnderAnother.add(kind);
      if (isCertainRefusal(reply.status, reply.code)) refused.set(reply.exchange.id, { deviation: classifyAnswer(reply), kinds });
    },
    findExcuse({ why }) {
      if (why.kind !== 'violation' || why.exchange === null) return null;
      const found = refused.get(why.exchange);
      const kind = found?.kinds.find((each) => !servedUnderAnother.has(each));
      if (kind === undefined || found?.deviation !== why.deviation) return null;
      return blocked(
        `token-of-${kind}`,
        `the token was renewed since the ${kind} was asked for, and a service may mind: run again, with tokens that live longer`,
        'environment',
      );
    },
  };
}
