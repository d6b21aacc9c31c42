import type { Subject } from '../../specs/clause.ts';
import type { OperationalOperation } from '../../specs/operational.ts';
import { readOperationalAnswer, formatStatus, type OperationalAnswer } from '../judge/operational.ts';
import { formatPlace } from '../judge/reply.ts';
import { blocked, notPermitted, type Stop } from '../judge/stop.ts';
import { fillPath, type RawRequest } from '../client/http/call.ts';
import type { Target } from '../client/client.ts';
import { mostFailures } from './breaker.ts';
import type { Availability } from './availability.ts';
import { noToken } from './no-token.ts';
import { retry } from './retry.ts';
import { readSymptom, type Symptom } from './symptom.ts';

/** The arguments of one use of a row. */
export interface OperationalCall {
  readonly path?: Readonly<Record<string, string>>;
  /** The optional body: a JSON object with text values. */
  readonly body?: Readonly<Record<string, string>>;
  /** The good token goes with it unless it is to go without. */
  readonly token?: 'none';
}

interface OperationalRequest {
  readonly operation: OperationalOperation;
  readonly call: OperationalCall;
  readonly purpose: string;
  /** Told the id of every exchange made on the way. */
  readonly noteExchange: (exchangeId: string) => void;
}

/** Brings a call to the target and back, telling the environment's troubles from the service's (reading 6). */
export type AskOperational = (request: OperationalRequest) => Promise<OperationalAnswer>;

/** A service of many parts tells much of them. */
const mostContentBytes = 4 * 1024 * 1024;

/** Of a heap dump no more is read than shows that there is one. */
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
    // By its value: a 401 is a regular answer here and no ground for renewing the token that the business calls go on with.
    ...(token === null ? {} : { token: { value: token } }),
    maxBytes: operation.clause === 'ACTUATOR-HEAPDUMP' ? mostDumpBytes : mostContentBytes,
  };
}

async function askOnce(target: Pick<Target, 'raw' | 'token'>, request: OperationalRequest, again: string): Promise<OperationalAnswer> {
  const { operation, call, purpose, noteExchange } = request;
  const token = call.token === 'none' ? null : await requireToken(target);
  const sent = await target.raw(buildRawRequest(request, token), purpose + again, operation.subject);
  if (sent.kind === 'not-permitted') throw notPermitted(sent);
  if (sent.kind === 'no-token') throw noToken(sent.failure);
  noteExchange(sent.exchange.id);
  const answer = readOperationalAnswer(operation, sent.exchange);
  const isStale = token !== null && answer.status === 401 && token !== (await requireToken(target));
  return isStale && operation.effect === 'none' ? askOnce(target, request, again) : answer;
}

/** A page is nobody else's where any media type is allowed and the content is not JSON by its row. */
function readRowSymptom({ status, mediaType, operation, exchange }: OperationalAnswer): Symptom {
  const isAnything = operation.produces === null && operation.result !== 'error-answer';
  return readSymptom({ status, mediaType: isAnything ? null : mediaType, exchange });
}

const buildEnvironmentStop = (answer: OperationalAnswer): Stop =>
  blocked('environment', `${formatPlace(answer)} got ${formatStatus(answer)}, which may be the environment's doing`, 'environment');

/** What asking needs besides the target. */
interface OperationalParts {
  readonly controlsSucceed: (doubted: { readonly id: Subject }) => Promise<boolean>;
  readonly availability: Pick<Availability, 'waitForRetryAfter' | 'waitUntilBack'>;
}

export function openAskOperational(
  target: Pick<Target, 'raw' | 'token'>,
  { controlsSucceed, availability }: OperationalParts,
): AskOperational {
  return (request) => {
    const about = { id: request.operation.subject };
    return retry({
      once: async (again) => {
        await availability.waitForRetryAfter();
        return askOnce(target, request, again);
      },
      repeatable: request.operation.effect === 'none',
      tries: () => mostFailures,
      isHopeless: () => false,
      symptomOf: readRowSymptom,
      outcomeOf: formatStatus,
      controlsSucceed: () => controlsSucceed(about),
      waitUntilBack: ({ exchange }) => availability.waitUntilBack(about, exchange.trouble?.kind ?? null),
      isSpent: () => false,
      environment: buildEnvironmentStop,
    });
  };
}
