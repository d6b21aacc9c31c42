import { apiCodes } from '../../specs/codes.ts';
import type { Operation } from '../../specs/operation.ts';
import { invoice, onboardingStatus, senderSecurityScheme } from '../../specs/operations.ts';
import { valueAt } from '../judge/fields.ts';
import { readReply, type Reply } from '../judge/reply.ts';
import { blocked, Stop } from '../judge/stop.ts';
import type { Call } from '../client/http/call.ts';
import type { Target } from '../client/client.ts';
import { readSymptom } from './symptom.ts';

/** What the service has shown of the data of this run, to be looked at again when it is about to be accused. */
export interface DataReset {
  readonly note: (call: Call, reply: Reply) => void;
  /** The error itself, or the stop for data that was reset under the run (reading 21). */
  readonly reconsider: (error: unknown) => Promise<unknown>;
}

/** Tags and people that are looked at again, the newest of them. */
const mostReadAgain = 6;

type DataKind = 'invoice' | 'person' | 'tag';

const dataKindByOperation: Partial<Record<Operation['id'], DataKind>> = { 'OP-11': 'invoice', 'OP-1': 'person', 'OP-5': 'tag' };
const readOperationByKind = { invoice, person: onboardingStatus, tag: senderSecurityScheme } as const;

/** An old user that is none any more, a tag or an invoice that nobody knows. */
const isShown = (kind: DataKind, reply: Reply): boolean =>
  reply.status === 200 && reply.code === apiCodes.success && (kind !== 'person' || valueAt(reply, 'result.isOldUser') === 'true');

/** A reset takes the newest things of all kinds; a service that loses one kind alone has to answer for it. */
const kindsLostTogether: readonly (readonly [DataKind, DataKind])[] = [
  ['invoice', 'tag'],
  ['person', 'tag'],
];

export function openDataReset(send: Target['send']): DataReset {
  const calls: Readonly<Record<DataKind, Map<string, Call>>> = { invoice: new Map(), person: new Map(), tag: new Map() };
  const resetByStop = new WeakMap<Stop, Promise<boolean>>();
  let wasReset = false;

  const isGone = async (kind: DataKind, call: Call): Promise<boolean> => {
    const operation = readOperationByKind[kind];
    const sent = await send(operation, call, 'control: is the data of this run still there');
    if (sent.kind !== 'reply') return false;
    const reply = readReply(operation, sent.exchange, false);
    return readSymptom(reply) === 'clear' && reply.status !== 401 && reply.code !== apiCodes.systemFailure && !isShown(kind, reply);
  };
  const anyGone = async (kind: DataKind): Promise<boolean> => {
    for (const call of [...calls[kind].values()].slice(-mostReadAgain)) if (await isGone(kind, call)) return true;
    return false;
  };
  const findReset = async (): Promise<boolean> => {
    for (const [one, other] of kindsLostTogether) wasReset ||= (await anyGone(one)) && (await anyGone(other));
    return wasReset;
  };
  const findResetOnce = (stop: Stop): Promise<boolean> => {
    const known = resetByStop.get(stop) ?? findReset();
    resetByStop.set(stop, known);
    return known;
  };

  return {
    note(call, reply) {
      const kind = dataKindByOperation[reply.operation.id];
      if (kind === undefined || !reply.documented || (call.token ?? 'agent') !== 'agent' || !isShown(kind, reply)) return;
      const key = JSON.stringify(call.path);
      calls[kind].delete(key);
      calls[kind].set(key, call);
    },
    async reconsider(error) {
      if (!(error instanceof Stop) || error.why.kind !== 'violation') return error;
      if (!wasReset && !(await findResetOnce(error))) return error;
      const reason = 'tags and invoices of this run are gone: the data of the target was reset; run it again when nobody resets it';
      return blocked('data-reset', reason, 'environment');
    },
  };
}
