import { apiCodes } from '../../specs/codes.ts';
import type { Operation } from '../../specs/operation.ts';
import { invoice, onboardingStatus, senderSecurityScheme } from '../../specs/operations.ts';
import { valueAt } from '../judge/fields.ts';
import { readReply, type Reply } from '../judge/reply.ts';
import { blocked, type Stop } from '../judge/stop.ts';
import type { Call } from '../client/http/call.ts';
import type { Target } from '../client/client.ts';
import { readSymptom } from './symptom.ts';

export interface DataReset {
  readonly note: (call: Call, reply: Reply) => void;
  /** The stop for data that was reset during the run (reading 21). Null when it was not, or when nobody accuses the service. */
  readonly findExcuse: (stop: Stop) => Promise<Stop | null>;
}

/** How many tags, people and invoices are read again, for each kind: a reset may take the newest alone, or all that came before it. */
const oldestReadAgain = 2;
const newestReadAgain = 4;

const chooseReadAgain = (calls: readonly Call[]): ReadonlySet<Call> =>
  new Set([...calls.slice(-newestReadAgain), ...calls.slice(0, oldestReadAgain)]);

type DataKind = 'invoice' | 'person' | 'tag';

const dataKindByOperation: Partial<Record<Operation['id'], DataKind>> = { 'OP-11': 'invoice', 'OP-1': 'person', 'OP-5': 'tag' };
const readOperationByKind = { invoice, person: onboardingStatus, tag: senderSecurityScheme } as const;

/** False for an old user who is old no longer, and for a tag or invoice that the service does not know. */
const isShown = (kind: DataKind, reply: Reply): boolean =>
  reply.status === 200 && reply.code === apiCodes.success && (kind !== 'person' || String(valueAt(reply, 'result.isOldUser')) === 'true');

/** A reset removes the newest data of all kinds; a service that loses one kind alone is at fault. */
const kindsLostTogether: readonly (readonly [DataKind, DataKind])[] = [
  ['invoice', 'tag'],
  ['person', 'tag'],
];

const isPutDownToService = ({ why }: Stop): boolean => why.kind === 'violation' || (why.kind === 'blocked' && why.owner === 'service');

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
    for (const call of chooseReadAgain([...calls[kind].values()])) if (await isGone(kind, call)) return true;
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
    async findExcuse(stop) {
      if (!isPutDownToService(stop)) return null;
      if (!wasReset && !(await findResetOnce(stop))) return null;
      const reason = 'tags and invoices of this run are gone, so the target was reset: run again without a reset';
      return blocked('data-reset', reason, 'environment');
    },
  };
}
