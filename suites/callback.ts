import type { UserType } from '../helpers/callback/own-callbacks.ts';
import { isJson, placeIn, tellsSuccess, type Callback } from '../helpers/judge/callback.ts';
import { declared, type Declared } from '../helpers/judge/schema/annotations.ts';
import { schemaOf } from '../helpers/judge/schema/schemas.ts';
import { expectationText } from '../helpers/judge/schema/expectation-text.ts';
import { check, everyCallback, type CallbackCheck, type Stage, type Suite } from '../helpers/runner/check.ts';
import type { Judgement } from '../helpers/core/records/judgement.ts';
import { isClauseId, type ClauseId } from '../specs/clauses.ts';
import { agreements } from './callback-agreement.ts';

const any = ({ use, world }: Stage): Promise<void> => use(world.callbacks.any);
const callbackOf =
  (kind: UserType) =>
  ({ use, world }: Stage): Promise<unknown> =>
    use(world.callbacks.arrived[kind]);

/** A part of a callback that a schema judges. */
function judgePart(clause: ClauseId): CallbackCheck['judge'] {
  return (callback) => {
    const { findings, judged } = callback.judgement;
    const finding = findings.find((each) => each.clause === clause);
    if (finding !== undefined) return { held: false, ...finding, place: placeIn(callback, finding.place) };
    return judged.has(clause) ? { held: true } : null;
  };
}

const broken = (callback: Callback, expected: string, received: string): Judgement => ({
  held: false,
  expected,
  received,
  place: placeIn(callback),
});

function judgeMethod(callback: Callback): Judgement | null {
  const { method } = callback;
  if (method === null) return null;
  return method === 'POST' ? { held: true } : broken(callback, 'POST', method);
}

/** Of a body that is not JSON one clause is told: this one when the media type says so as well, else the envelope's. */
function judgeMediaType(callback: Callback): Judgement | null {
  const { mediaType, body, hiddenBy } = callback;
  if (mediaType === null) return null;
  if (isJson(mediaType)) return { held: true };
  if (body === undefined && hiddenBy?.clause !== 'CALLBACK-MEDIA-TYPE') return null;
  return broken(callback, 'Content-Type application/json', mediaType === '' ? 'no Content-Type' : mediaType);
}

/** A callback may tell of a failure with another code; one that tells success in its result may not. */
function judgeCode(callback: Callback): Judgement | null {
  const { code, result, judgement } = callback;
  if (judgement.findings.some(({ place }) => place.startsWith('status'))) return null;
  if (code === 2000) return { held: true };
  return code !== null && tellsSuccess(result) ? broken(callback, 'code 2000', `code ${code}`) : null;
}

const tables = { customer: 'callback-customer', subAgent: 'callback-sub-agent' } as const;

function fieldsOf(kind: UserType): Declared[] {
  const schema = schemaOf(tables[kind]);
  return declared(schema, 'result', String(schema.$id)).filter(({ place }) => place !== 'result');
}

const fieldName = (place: string): string => place.replace('result.', '');

function fieldCheck(kind: UserType, { clause, way, place }: Declared): CallbackCheck {
  if (!isClauseId(clause)) throw new Error(`expected a catalogue clause at ${place}, received ${clause}: correct schemas/${tables[kind]}`);
  const who = kind === 'customer' ? 'customer' : 'sub-agent';
  const title = `a ${who} callback tells ${fieldName(place)} as ${expectationText[way] ?? way.replaceAll('-', ' ')}`;
  return everyCallback({ id: `${clause}~${way}`, clause, title, needs: 'sender' }, callbackOf(kind), judgePart(clause));
}

/** Lists that merely occur are one clause for both tables. */
function valuesCheck({ clause, way, place }: Declared): CallbackCheck {
  if (!isClauseId(clause)) throw new Error(`expected a catalogue clause at ${place}, received ${clause}: correct the callback schemas`);
  const title = `a callback tells ${fieldName(place)} by a value that is known to occur`;
  return everyCallback({ id: `${clause}~${way}`, clause, title, needs: 'sender' }, any, judgePart(clause));
}

const isOfBoth = ({ clause }: Declared): boolean => !/^CALLBACK-(CUSTOMER|SUB-AGENT)-/.test(clause);
const ofKind = (kind: UserType): CallbackCheck[] =>
  fieldsOf(kind)
    .filter((field) => !isOfBoth(field))
    .map((field) => fieldCheck(kind, field));

const signature = /sign|hmac|digest/;

export const callback: Suite = {
  name: 'Onboarding callback',
  area: 'Callbacks',
  checks: [
    check(
      { id: 'CALLBACK-SENT~sub-agent', clause: 'CALLBACK-SENT', title: 'a completed sub-agent is told by a callback', needs: 'sender' },
      async ({ use, world }) => {
        await use(world.callbacks.arrived.subAgent);
      },
    ),
    check(
      { id: 'CALLBACK-SENT~customer', clause: 'CALLBACK-SENT', title: 'a completed customer is told by a callback', needs: 'sender' },
      async ({ use, world }) => {
        await use(world.callbacks.arrived.customer);
      },
    ),
    everyCallback(
      { id: 'CALLBACK-METHOD~post', clause: 'CALLBACK-METHOD', title: 'a callback is a POST', needs: 'sender' },
      any,
      judgeMethod,
    ),
    everyCallback(
      { id: 'CALLBACK-MEDIA-TYPE~json', clause: 'CALLBACK-MEDIA-TYPE', title: 'a callback is sent as JSON', needs: 'sender' },
      any,
      judgeMediaType,
    ),
    everyCallback(
      { id: 'CALLBACK-ENVELOPE~object', clause: 'CALLBACK-ENVELOPE', title: 'a callback comes in the envelope', needs: 'sender' },
      any,
      judgePart('CALLBACK-ENVELOPE'),
    ),
    everyCallback(
      { id: 'CALLBACK-CODE~success', clause: 'CALLBACK-CODE', title: 'a callback of a success has code 2000', needs: 'sender' },
      any,
      judgeCode,
    ),
    everyCallback(
      {
        id: 'CALLBACK-FIELDS-OF-USER-TYPE~table',
        clause: 'CALLBACK-FIELDS-OF-USER-TYPE',
        title: 'a callback has the fields of its user type',
        needs: 'sender',
      },
      any,
      judgePart('CALLBACK-FIELDS-OF-USER-TYPE'),
    ),
    ...ofKind('customer'),
    ...ofKind('subAgent'),
    ...fieldsOf('customer').filter(isOfBoth).map(valuesCheck),
    ...agreements,
    check(
      {
        id: 'CALLBACK-DELIVERY-NOT-SHOWN~copies',
        clause: 'CALLBACK-DELIVERY-NOT-SHOWN',
        title: 'how often a callback comes is looked at',
        needs: 'sender',
      },
      async ({ use, world, observe }) => {
        for (const [kind, who] of [
          ['customer', 'customer'],
          ['subAgent', 'sub-agent'],
        ] as const) {
          const { callbacks } = await use(world.callbacks.arrived[kind]);
          observe(`the callback of a ${who} comes ${callbacks.length === 1 ? 'once' : 'more than once'}`);
        }
        if (world.callbacks.strangers() > 0) observe('requests that mention nobody of this run come to the callback address as well');
      },
    ),
    check(
      {
        id: 'CALLBACK-SIGNING-NOT-SHOWN~headers',
        clause: 'CALLBACK-SIGNING-NOT-SHOWN',
        title: 'headers that may sign a callback are looked at',
        needs: 'sender',
      },
      async ({ use, world, observe }) => {
        const { callbacks } = await use(world.callbacks.arrived.customer);
        const names = [...new Set(callbacks.flatMap(({ headers }) => headers.filter((name) => signature.test(name))))].sort();
        observe(names.length === 0 ? 'no header of a callback looks like a signature' : `signatures may be in ${names.join(', ')}`);
      },
    ),
  ],
};
