import { API_CODES } from '../http/codes.ts';
import { request } from 'node:http';
import type { Onboarding, User } from '../state/store.ts';
import { timestamp, type Clock } from '../state/clock.ts';
import type { JsonObject } from '../http/json.ts';
import type { Policy } from './policy.ts';

/** A callback to the partner's callback URL (Events). */
export interface Delivery {
  method: string;
  headers: Record<string, string>;
  body: string;
  /** Delay in milliseconds before it is sent. */
  afterMs: number;
}

/** Changes the callback, suppresses it or sends several. */
export type CallbackTwist = (right: Delivery, about: Onboarding) => Delivery[];

function buildDelivery(policy: Policy, onboarding: Onboarding, user: User, now: number): Delivery {
  const result = { ...commonFields(policy, onboarding, now), ...FIELDS_BY_USER_TYPE[onboarding.userType](onboarding, user) };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: { message: 'success', code: API_CODES.success }, result }),
    afterMs: policy.ekyc.callbackDelayMs,
  };
}

const commonFields = (policy: Policy, { mobile, userType, name }: Onboarding, now: number): JsonObject => ({
  onboardingStatus: 'COMPLETED',
  onboardingRemark: 'Onboarding completed',
  mobile: Number(mobile),
  action: 'ONBOARDED',
  userType,
  userName: name,
  userOnboardingStatus: 'COMPLETED',
  onboardingDate: timestamp(now, policy.answers.utcOffsetMinutes),
});

const FIELDS_BY_USER_TYPE = {
  customer: ({ agent, subAgentTag }: Onboarding, { tagId }: User) => ({ senderId: tagId, agentName: agent.name, subAgentTag }),
  subAgent: ({ agent }: Onboarding, { tagId }: User) => ({ subAgentId: tagId, partnerName: agent.name }),
};

/** Sends once: the document shows no retries and no delivery guarantees. */
function sendCallback(url: string, { method, headers, body }: Delivery): () => void {
  const outgoing = request(url, { method, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) }, timeout: 5_000 });
  outgoing.on('timeout', () => outgoing.destroy());
  outgoing.on('response', (incoming) => incoming.resume());
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  return () => {
    outgoing.destroy();
  };
}

interface CallbackSender {
  completed: (onboarding: Onboarding, user: User) => void;
  setUrl: (url: string | undefined) => void;
  close: () => void;
}

/** The interface does not say how the operator registers the address. */
export function callbackSender(
  policy: Policy,
  clock: Clock,
  twist: CallbackTwist | undefined,
  registered: string | undefined,
): CallbackSender {
  let url = registered;
  const underway = new Set<() => void>();
  const send = (one: Delivery): void => {
    underway.add(
      clock.after(one.afterMs, () => {
        if (url !== undefined) underway.add(sendCallback(url, one));
      }),
    );
  };
  return {
    completed: (onboarding, user) => {
      const right = buildDelivery(policy, onboarding, user, clock.now());
      const copies = Array.from({ length: policy.ekyc.callbackCopies }, () => twist?.(right, onboarding) ?? [right]);
      copies.flat().forEach(send);
    },
    setUrl: (next) => {
      url = next;
    },
    close: () => {
      for (const stop of underway) stop();
    },
  };
}
