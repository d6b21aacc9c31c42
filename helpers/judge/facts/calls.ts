import { member } from '../../core/json.ts';
import { createFactsByKey, type Dated } from './dated.ts';
import type { ListChange } from './list-changes.ts';
import type { NamedCall } from './named-call.ts';
import { toTag } from './people.ts';

/** How calls ended. */
export interface CallFacts {
  /** An answer that served the same call, with the same values. */
  readonly servedBefore: (call: NamedCall) => Dated | undefined;
  /** A wrong code of the sender that this call names: whether it locks the sender, and for how long, is open. */
  readonly wrongCodeBefore: (call: NamedCall) => Dated | undefined;
}

const sameCall = ({ agent, operation, values }: NamedCall): string => JSON.stringify([agent, operation, Object.entries(values).toSorted()]);

/** OP-9 names its sender in the payload; empty where a call names none. */
const findSender = ({ values, payload }: NamedCall): string => toTag(values['senderId'] ?? member(payload, 'from'));

export interface CallFold {
  readonly answer: (call: NamedCall, ending: ListChange['ended'], said: Dated) => void;
  readonly at: (moment: number) => CallFacts;
}

export function createCallFold(): CallFold {
  const [served, wrongCodes] = [createFactsByKey<Dated>(), createFactsByKey<Dated>()];
  return {
    answer(call, ending, said) {
      if (ending === 'done') served.add(sameCall(call), said);
      if (ending === 'wrong-code' && findSender(call) !== '') wrongCodes.add(findSender(call), said);
    },
    at: (moment) => ({
      servedBefore: (call) => served.newest(sameCall(call), moment),
      wrongCodeBefore: (call) => wrongCodes.newest(findSender(call), moment),
    }),
  };
}
