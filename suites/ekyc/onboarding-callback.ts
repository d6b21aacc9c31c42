import { apiCodes } from '../../specs/codes.ts';
import type { UserType } from '../../helpers/callback/own-callbacks.ts';
import { isJsonMediaType, formatCallbackPlace, reportsSuccess, type Callback } from '../../helpers/judge/callback.ts';
import { collectDeclaredPlaces, type DeclaredPlace } from '../../helpers/judge/schema/annotations.ts';
import { schemaByName } from '../../helpers/judge/schema/schemas.ts';
import { expectationByWay } from '../../helpers/judge/schema/expectation-text.ts';
import { callbackRule, check, type CallbackCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { type Judgement } from '../../helpers/core/records/judgement.ts';
import { isClauseId, type ClauseId } from '../../specs/clauses.ts';
import { callbackAgreements } from '../support/callback-agreement.ts';

const awaitAnyCallback = ({ use, journey }: CheckContext): Promise<void> => use(journey.callbacks.any);
const awaitCallback =
  (kind: UserType) =>
  ({ use, journey }: CheckContext): Promise<unknown> =>
    use(journey.callbacks.arrived[kind]);

/** A clause that the callback schema judges. */
function judgePart(clause: ClauseId): CallbackCheck['judge'] {
  return (callback) => {
    const { findings, judged } = callback.judgement;
    const finding = findings.find((each) => each.clause === clause);
    if (finding !== undefined) return { held: false, ...finding, place: formatCallbackPlace(callback, finding.place) };
    return judged.has(clause) ? { held: true } : null;
  };
}

type Breach = Extract<Judgement, { held: false }>;

const notHeld = (callback: Callback, expected: string, received: string): Breach => ({
  held: false,
  expected,
  received,
  place: formatCallbackPlace(callback),
});

function judgeMethod(callback: Callback): Judgement | null {
  const { method } = callback;
  if (method === null) return null;
  return method === 'POST' ? { held: true } : notHeld(callback, 'POST', method);
}

/** Only one clause accuses a body that is not JSON: this one when the media type is not JSON either, else the envelope. */
function judgeMediaType(callback: Callback): Judgement | null {
  const { mediaType, body, hiddenBy } = callback;
  if (mediaType === null) return null;
  if (isJsonMediaType(mediaType)) return { held: true };
  if (body === undefined && hiddenBy?.clause !== 'CALLBACK-MEDIA-TYPE') return null;
  const expected = 'Content-Type application/json';
  if (mediaType !== '') return notHeld(callback, expected, mediaType);
  // HTTP lets the header be absent, and the body is JSON all the same.
  return { ...notHeld(callback, expected, 'no Content-Type'), ...(body !== undefined && { atMost: 'warn' }) };
}

const codePlaces: readonly string[] = ['status', 'status.code'];

/** A callback of a failure may have another code. A callback whose result reports success may not. */
function judgeCode(callback: Callback): Judgement | null {
  const { code, result, judgement } = callback;
  if (judgement.findings.some(({ place }) => codePlaces.includes(place))) return null;
  if (code === apiCodes.success) return { held: true };
  return code !== null && reportsSuccess(result) ? notHeld(callback, 'code 2000', `code ${code}`) : null;
}

const callbackSchemas = { customer: 'callback-customer', subAgent: 'callback-sub-agent' } as const;

function listDeclaredFields(kind: UserType): DeclaredPlace[] {
  const schema = schemaByName(callbackSchemas[kind]);
  return collectDeclaredPlaces(schema, 'result', String(schema.$id)).filter(({ place }) => place !== 'result');
}

const fieldName = (place: string): string => place.replace('result.', '');

function fieldCheck(kind: UserType, { clause, way, place }: DeclaredPlace): CallbackCheck {
  if (!isClauseId(clause))
    throw new Error(`expected a catalogue clause at ${place}, received ${clause}: correct schemas/${callbackSchemas[kind]}`);
  const who = kind === 'customer' ? 'customer' : 'sub-agent';
  return callbackRule(clause, way, `a ${who} callback shows ${fieldName(place)} as ${expectationByWay[way] ?? way.replaceAll('-', ' ')}`, {
    exercise: awaitCallback(kind),
    judge: judgePart(clause),
  });
}

/** Both tables share one clause for a list of example values. */
function valuesCheck({ clause, way, place }: DeclaredPlace): CallbackCheck {
  if (!isClauseId(clause)) throw new Error(`expected a catalogue clause at ${place}, received ${clause}: correct the callback schemas`);
  return callbackRule(clause, way, `a callback shows ${fieldName(place)} with a value that is known to occur`, {
    exercise: awaitAnyCallback,
    judge: judgePart(clause),
  });
}

const isSharedField = ({ clause }: DeclaredPlace): boolean => !/^CALLBACK-(CUSTOMER|SUB-AGENT)-/.test(clause);
const fieldChecks = (kind: UserType): CallbackCheck[] =>
  listDeclaredFields(kind)
    .filter((field) => !isSharedField(field))
    .map((field) => fieldCheck(kind, field));

const signingHeader = /sign|hmac|digest/;

export const onboardingCallback: Suite = {
  name: 'Onboarding callback',
  area: 'Callbacks',
  checks: [
    check('CALLBACK-SENT', 'sub-agent', 'a callback reports a completed sub-agent', async ({ use, journey }) => {
      await use(journey.callbacks.arrived.subAgent);
    }),
    check('CALLBACK-SENT', 'customer', 'a callback reports a completed customer', async ({ use, journey }) => {
      await use(journey.callbacks.arrived.customer);
    }),
    callbackRule('CALLBACK-METHOD', 'post', 'a callback is a POST', { exercise: awaitAnyCallback, judge: judgeMethod }),
    callbackRule('CALLBACK-MEDIA-TYPE', 'json', 'a callback is sent as JSON', { exercise: awaitAnyCallback, judge: judgeMediaType }),
    callbackRule('CALLBACK-ENVELOPE', 'object', 'a callback comes in the envelope', {
      exercise: awaitAnyCallback,
      judge: judgePart('CALLBACK-ENVELOPE'),
    }),
    callbackRule('CALLBACK-CODE', 'success', 'a callback of a success has code 2000', {
      exercise: awaitAnyCallback,
      judge: judgeCode,
      places: codePlaces,
    }),
    callbackRule('CALLBACK-FIELDS-OF-USER-TYPE', 'table', 'a callback has the fields of its user type', {
      exercise: awaitAnyCallback,
      judge: judgePart('CALLBACK-FIELDS-OF-USER-TYPE'),
    }),
    ...fieldChecks('customer'),
    ...fieldChecks('subAgent'),
    ...listDeclaredFields('customer').filter(isSharedField).map(valuesCheck),
    ...callbackAgreements,
    check('CALLBACK-DELIVERY-NOT-SHOWN', 'copies', 'how often a callback comes is recorded', async ({ use, journey, observe }) => {
      for (const [kind, who] of [
        ['customer', 'customer'],
        ['subAgent', 'sub-agent'],
      ] as const) {
        const { callbacks } = await use(journey.callbacks.arrived[kind]);
        observe(`the callback of a ${who} comes ${callbacks.length === 1 ? 'once' : 'more than once'}`);
      }
      if (journey.callbacks.countStrangers() > 0) observe('the callback address also receives requests that mention no user of this run');
    }),
    check('CALLBACK-SIGNING-NOT-SHOWN', 'headers', 'headers that may sign a callback are recorded', async ({ use, journey, observe }) => {
      const { callbacks } = await use(journey.callbacks.arrived.customer);
      const names = [...new Set(callbacks.flatMap(({ headers }) => headers.filter((name) => signingHeader.test(name))))].sort();
      observe(names.length === 0 ? 'no header of a callback looks like a signature' : `signatures may be in ${names.join(', ')}`);
    }),
  ],
};
