import type { Subject } from '../../specs/clause.ts';
import type { OperationalOperation } from '../../specs/operational.ts';
import { readOperationalAnswer, formatStatus, type OperationalAnswer } from '../judge/operational.ts';
import { formatPlace, isUnreadable } from '../judge/reply.ts';
import { blocked, type Stop } from '../judge/stop.ts';
import { fillPath, type RawRequest } from '../client/http/call.ts';
import type { Target } from '../client/client.ts';
import { mostFailures } from './breaker.ts';
import type { Availability } from './availability.ts';
import { mustHaveLeft, noToken } from './no-token.ts';
import { retry } from './retry.ts';
import { hasSurelyDoneNothing, readSymptom, type Symptom } from './symptom.ts';

export interface OperationalCall {
  readonly path?: Readonly<Record<string, string>>;
  /** The optional body: a JSON object with text values. */
  readonly body?: Readonly<Record<string, string>>;
  /** Absent: the call carries the valid token. */
  readonly token?: 'none';
}

interface OperationalRequest {
  readonly operation: OperationalOperation;
  readonly call: OperationalCall;
  readonly purpose: string;
  readonly noteExchange: (exchangeId: string) => void;
}

/** Sends a call and separates trouble of the environment from answers of the service (reading 6). */
export type AskOperational = (request: OperationalRequest) => Promise<OperationalAnswer>;

/** A service with many parts sends long answers. */
const mostContentBytes = 4 * 1024 * 1024;

/** These bytes are enough to show that there is a heap dump. */
const mostDumpBytes = 256;

async function requireToken(target: Pick<Target, 'token'>): Promise<string> {
  const token = await target.token();
  if (token.kind !== 'token') throw noToken(token);
  return token.value;
}

function buildRawRequest({ operation, call }: OperationalRequest, token: string | null): RawRequest {
  return {
    method: operation.method,
    url: fillPath(operation.path, call.path ?? {}, operation.clause),
    ...(call.body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(call.body) }),
    // The token is sent as a value: a 401 is a regular answer here, and must not renew the token of the business calls.
    ...(token === null ? {} : { token: { value: token } }),
    maxBytes: operation.clause === 'ACTUATOR-HEAPDUMP' ? mostDumpBytes : mostContentBytes,
  };
}

async function askOnce(target: Pick<Target, 'raw' | 'token'>, request: OperationalRequest, again: string): Promise<OperationalAnswer> {
  const { operation, call, purpose, noteExchange } = request;
  const token = call.token === 'none' ? null : await requireToken(target);
  const sent = mustHaveLeft(await target.raw(buildRawRequest(request, token), purpose + again, operation.subject));
  noteExchange(sent.exchange.id);
  const answer = readOperationalAnswer(operation, sent.exchange);
  const isStale = token !== null && answer.status === 401 && token !== (await requireToken(target));
  return isStale && operation.effect === 'none' ? askOnce(target, request, again) : answer;
}

/** A page may come from the service where the row allows any media type and expects no JSON. */
function readRowSymptom(answer: OperationalAnswer): Symptom {
  const { operation, status } = answer;
  const isAnything = operation.produces === null && operation.result !== 'error-answer';
  return isAnything && status === 200 && !isUnreadable(answer.exchange) ? 'clear' : readSymptom(answer);
}

const buildEnvironmentStop = (answer: OperationalAnswer): Stop =>
  blocked('environment', `${formatPlace(answer)} received ${formatStatus(answer)}, which the environment may have caused`, 'environment');

interface OperationalParts {
  readonly isServiceToBlame: (doubted: { readonly id: Subject }) => Promise<boolean>;
  readonly availability: Pick<Availability, 'waitForRetryAfter' | 'waitUntilBack' | 'isGone'>;
}

export function openAskOperational(
  target: Pick<Target, 'raw' | 'token'>,
  { isServiceToBlame, availability }: OperationalParts,
): AskOperational {
  return (request) => {
    const about = { id: request.operation.subject };
    return retry({
      send: async (again) => {
        await availability.waitForRetryAfter();
        return askOnce(target, request, again);
      },
      describe: formatStatus,
      buildStop: buildEnvironmentStop,
      reading: { symptom: readRowSymptom, hasDoneNothing: hasSurelyDoneNothing, mayHaveLostConsent: () => false },
      policy: {
        isRead: request.operation.effect === 'none',
        tries: () => mostFailures,
        mayAskAgain: () => false,
        givesUp: availability.isGone,
      },
      isServiceToBlame: () => isServiceToBlame(about),
      waitUntilBack: ({ exchange }) => availability.waitUntilBack(about, exchange.trouble?.kind ?? null),
    });
  };
}
