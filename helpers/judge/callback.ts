import { apiCodes } from '../../specs/codes.ts';
import { describeValue } from '../core/describe.ts';
import { classifyWrongType } from '../core/records/deviation.ts';
import { emptyJudgement, judgeValue, type SchemaFinding, type SchemaJudgement } from './schema/findings.ts';
import { readMediaType } from '../core/exchange.ts';
import { isRecord, member, parseJson } from '../core/json.ts';
import { readStatusCode } from '../core/answers.ts';
import { readArrival, type RequestedOnboarding, type OwnCallback, type UserType } from '../callback/own-callbacks.ts';
import type { CallbackAge, Received } from '../callback/received.ts';

export interface Callback {
  readonly exchange: string;
  readonly age: CallbackAge;
  readonly about: RequestedOnboarding | null;
  /** In milliseconds since the epoch; null where a recording holds no time. */
  readonly receivedAt: number | null;
  /** Our own receiver took the time, so it compares with the times of our requests. */
  readonly byOurClock: boolean;
  /** Selects the field table; null when unknown. */
  readonly kind: UserType | null;
  readonly method: string | null;
  /** Lower case, without parameters; empty without a Content-Type, null when a recording holds no headers. */
  readonly mediaType: string | null;
  readonly headers: readonly string[];
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;
  readonly code: number | null;
  readonly result: unknown;
  /** The body was read to its end; otherwise no check judges it. */
  readonly whole: boolean;
  readonly judgement: SchemaJudgement;
  /** The finding that keeps the rest from being judged. */
  readonly hiddenBy: SchemaFinding | null;
}

const mergeJudgements = (one: SchemaJudgement, other: SchemaJudgement): SchemaJudgement => ({
  judged: new Set([...one.judged, ...other.judged]),
  findings: [...one.findings, ...other.findings],
});

const toBrokenJudgement = (finding: SchemaFinding): SchemaJudgement => ({ judged: new Set([finding.clause]), findings: [finding] });

/** Fields that only one of the two tables has. */
const fieldsOfOneType: Readonly<Record<UserType, readonly string[]>> = {
  customer: ['senderId', 'agentName', 'subAgentTag'],
  subAgent: ['subAgentId', 'partnerName'],
};
const schemaByUserType = { customer: 'callback-customer', subAgent: 'callback-sub-agent' } as const;
const nameByUserType = { customer: 'customer', subAgent: 'sub-agent' } as const;

const hasOwnFields = (result: unknown, kind: UserType): boolean => fieldsOfOneType[kind].some((name) => member(result, name) !== undefined);

/** Decided by the known onboarding, else by `userType`, else by the fields. */
function detectUserType(about: RequestedOnboarding | null, result: unknown): UserType | null {
  if (about !== null) return about.userType;
  const kinds: readonly UserType[] = ['customer', 'subAgent'];
  return kinds.find((kind) => member(result, 'userType') === kind) ?? kinds.find((kind) => hasOwnFields(result, kind)) ?? null;
}

function buildFieldsFinding(kind: UserType | null, result: unknown): SchemaFinding {
  const expected = kind === null ? 'the fields of a customer or of a sub-agent' : `the fields of a ${nameByUserType[kind]}`;
  const received = isRecord(result) ? `the fields ${Object.keys(result).join(', ') || 'of nobody'}` : describeValue(result);
  return { clause: 'CALLBACK-FIELDS-OF-USER-TYPE', way: 'object', place: 'result', expected, received, deviation: 'other' };
}

/** A result without any field of its user type gets one finding, not one per field. */
function judgeResult(
  kind: UserType | null,
  result: unknown,
): { readonly payload: SchemaJudgement; readonly hiddenBy: SchemaFinding | null } {
  if (kind !== null && isRecord(result) && hasOwnFields(result, kind))
    return { payload: judgeValue(schemaByUserType[kind], result, 'result'), hiddenBy: null };
  const finding = buildFieldsFinding(kind, result);
  return { payload: toBrokenJudgement(finding), hiddenBy: finding };
}

export const reportsSuccess = (result: unknown): boolean => member(result, 'onboardingStatus') === 'COMPLETED';

/** `application/json`, or a type with the suffix `+json`. */
export const isJsonMediaType = (mediaType: string): boolean => mediaType === 'application/json' || mediaType.endsWith('+json');

type BodyJudgement = Pick<Callback, 'judgement' | 'hiddenBy'>;

const toUnreadBody = (finding: SchemaFinding): BodyJudgement => ({ judgement: toBrokenJudgement(finding), hiddenBy: finding });

/** The finding for a callback that clearly holds no JSON: a method without a body, or another media type. */
function findNotJson({ method, body: { text } }: Received, mediaType: string | null, body: unknown): SchemaFinding | null {
  const other = { way: 'listed', place: '', deviation: 'other' } as const;
  if (text === '')
    return method === null || method === 'POST' ? null : { clause: 'CALLBACK-METHOD', expected: 'POST', received: method, ...other };
  if (body !== undefined || mediaType === null || isJsonMediaType(mediaType)) return null;
  return { clause: 'CALLBACK-MEDIA-TYPE', expected: 'application/json', received: mediaType || 'no Content-Type', ...other };
}

function judgeBody(received: Received, kind: UserType | null, mediaType: string | null, body: unknown): BodyJudgement {
  const { text } = received.body;
  const hider = findNotJson(received, mediaType, body);
  if (received.truncated || hider !== null) return { judgement: emptyJudgement, hiddenBy: hider };
  if (!isRecord(body)) {
    const deviation = text === '' ? 'missing' : body === undefined ? 'format' : classifyWrongType(body);
    const seen = text === '' ? 'an empty body' : describeValue(body === undefined ? text : body);
    return toUnreadBody({ clause: 'CALLBACK-ENVELOPE', way: 'object', place: '', expected: 'a JSON object', received: seen, deviation });
  }
  const envelope = judgeValue('callback-envelope', body, '');
  const result = member(body, 'result');
  const misplaced = envelope.findings.find(({ place }) => place === 'result');
  if (misplaced !== undefined) return { judgement: envelope, hiddenBy: misplaced };
  const binds = readStatusCode(body) === apiCodes.success || reportsSuccess(result);
  if (!binds) return { judgement: envelope, hiddenBy: envelope.findings[0] ?? null };
  const { payload, hiddenBy } = judgeResult(kind, result);
  return { judgement: mergeJudgements(envelope, payload), hiddenBy };
}

/** The field table of the result binds with code 2000 or a reported success (readings 8 and 26). */
export function readCallback({ received, exchange, about, age }: OwnCallback): Callback {
  const { method, headers } = received;
  const body = received.body.encoding === 'utf8' ? parseJson(received.body.text) : undefined;
  const result = member(body, 'result');
  const kind = detectUserType(about, result);
  const mediaType = headers === null ? null : (readMediaType(headers) ?? '');
  return {
    exchange,
    age,
    about,
    receivedAt: readArrival(received),
    byOurClock: received.answered !== null,
    kind,
    method,
    mediaType,
    headers: (headers ?? []).map(([name]) => name.toLowerCase()),
    body,
    code: readStatusCode(body),
    result,
    whole: !received.truncated,
    ...judgeBody(received, kind, mediaType, body),
  };
}

/** `customer callback › result.mobile` */
export const formatCallbackPlace = ({ kind }: Callback, place = ''): string =>
  `${kind === null ? 'callback' : `${nameByUserType[kind]} callback`}${place === '' ? '' : ` › ${place}`}`;
