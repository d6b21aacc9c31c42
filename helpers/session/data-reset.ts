import { apiCodes } from '../../specs/codes.ts';
import type { Operation } from '../../specs/operation.ts';
import { invoice, onboardingStatus, senderSecurityScheme } from '../../specs/operations.ts';
import { valueAt } from '../judge/fields.ts';
import { readReply, type Reply } from '../judge/reply.ts';
import { blocked, Stop } from '../judge/stop.ts';
import type { Call } from '../client/http/call.ts';
import type { Target } from '../client/client.ts';
import { symptomOf } from './symptom.ts';

/** What the service has shown of the data of this run, to be looked at again when it is about to be accused. */
export interface DataReset {
  readonly note: (call: Call, reply: Reply) => void;
  /** The error itself, or the stop for data that was reset under the run (reading 21). */
  readonly reconsider: (error: unknown) => Promise<unknown>;
}

/** Tags and people that are looked at again, the newest of them. */
const most = 6;

type Kind = 'invoice' | 'person' | 'tag';

const kindOf: Partial<Record<Operation['id'], Kind>> = { 'OP-11': 'invoice', 'OP-1': 'person', 'OP-5': 'tag' };
const operationOf = { invoice, person: onboardingStatus, tag: senderSecurityScheme } as const;

/** An old user that is none any more, a tag or an invoice that nobody knows. */
const isShown = (kind: Kind, reply: Reply): boolean =>
  reply.status === 200 && reply.code === apiCodes.success && (kind !== 'person' || valueAt(reply, 'result.isOldUser') === 'true');

/** A reset takes the newest things of all kinds; a service that loses one kind alone has to answer for it. */
const together: readonly (readonly [Kind, Kind])[] = [
  ['invoice', 'tag'],
  ['person', 'tag'],
];

export function openDataReset(send: Target['send']): DataReset {
  const calls: Readonly<Record<Kind, Map<string, Call>>> = { invoice: new Map(), person: new Map(), tag: new Map() };
  const asked = new WeakMap<Stop, Promise<boolean>>();
  let wasReset = false;

  const isGone = async (kind: Kind, call: Call): Promise<boolean> => {
    const operation = operationOf[kind];
    const sent = await send(operation, call, 'control: is the data of this run still there');
    if (sent.kind !== 'reply') return false;
    const reply = readReply(operation, sent.exchange, false);
    return symptomOf(reply) === 'clear' && reply.status !== 401 && reply.code !== apiCodes.systemFailure && !isShown(kind, reply);
  };
  const anyGone = async (kind: Kind): Promise<boolean> => {
    for (const call of [...calls[kind].values()].slice(-most)) if (await isGone(kind, call)) return true;
    return false;
  };
  const look = async (): Promise<boolean> => {
    for (const [one, other] of together) wasReset ||= (await anyGone(one)) && (await anyGone(other));
    return wasReset;
  };
  const lookFor = (stop: Stop): Promise<boolean> => {
    const known = asked.get(stop) ?? look();
    asked.set(stop, known);
    return known;
  };

  return {
    note(call, reply) {
      const kind = kindOf[reply.operation.id];
      if (kind === undefined || !reply.documented || (call.token ?? 'agent') !== 'agent' || !isShown(kind, reply)) return;
      const key = JSON.stringify(call.path);
      calls[kind].delete(key);
      calls[kind].set(key, call);
    },
    async reconsider(error) {
      if (!(error instanceof Stop) || error.why.kind !== 'violation') return error;
      if (!wasReset && !(await lookFor(error))) return error;
      const reason = 'tags and invoices of this run are gone: the data of the target was reset; run it again when nobody resets it';
      return blocked('data-reset', reason, 'environment');
    },
  };
}
