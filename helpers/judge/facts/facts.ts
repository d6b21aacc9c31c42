import { tooManyRequests } from '../../core/gateway-statuses.ts';
import { apiCodes, isApiCode, isCertainRefusal } from '../../../specs/codes.ts';
import { readApiCode, readSuccessResult } from '../../core/answers.ts';
import { parseJson } from '../../core/json.ts';
import type { OffRecord } from '../../core/records/journal-lines.ts';
import type { Departure, Exchange } from '../../core/exchange.ts';
import { createAskedFold, type AskedFacts } from './asked-calls.ts';
import { createBalanceFold, type BalanceFacts } from './balances.ts';
import { createCallFold, type CallFacts, type CallFold } from './calls.ts';
import type { Dated } from './dated.ts';
import type { ListChange } from './list-changes.ts';
import { createLimitFold, type LimitFacts } from './limits.ts';
import { createListFold, type ListFacts, type ListFold } from './lists.ts';
import { readCallOfNobody, readNamedCall, type NamedCall } from './named-call.ts';
import { createPeopleFold, type PeopleFacts, type PeopleFold } from './people.ts';
import { createTransferFold, type TransferFacts, type TransferFold } from './transfers.ts';

/** What answers had established by one place of the record. */
export type Facts = CallFacts & PeopleFacts & TransferFacts;

/** The facts that may judge one answer (decision 37). */
export interface Moment {
  /** Null for a request that no documented form explains. */
  readonly call: NamedCall | null;
  /** Established before the request left: the order of the calls is certain. */
  readonly before: Facts;
  /** Established before the answer was on record: enough where overlap excuses nothing, as for identity. */
  readonly beforeAnswer: Facts;
  readonly listOf: (senderId: string) => ListFacts;
  readonly askedOf: (senderId: string) => AskedFacts;
  readonly limitsOf: (senderId: string) => LimitFacts;
  readonly balanceOf: (senderId: string) => BalanceFacts;
  /** The senders whose balance was shown. */
  readonly listBalanceSenders: () => readonly string[];
}

/** One fold over all exchanges of a run. It sends nothing. */
export interface FactStore {
  readonly leave: (departure: Departure) => void;
  readonly answer: (exchange: Exchange) => void;
  /** Something off the record may have changed this sender, or any. It ends what was known of lists, limits and balances. */
  readonly disturb: (offRecord: Pick<OffRecord, 'senderId' | 'what'>) => void;
  readonly momentOf: (exchange: Exchange) => Moment;
  readonly findTagIn: (id: string) => string | undefined;
}

const readCode = (response: Exchange['response']): number | null =>
  response?.status === 200 ? readApiCode(parseJson(response.body.text)) : null;

/** After a server error, or no answer, the outcome is unknown. Nothing of what comes too often reaches the service (reading 6). */
function readEnding({ response }: Exchange, result: unknown): ListChange['ended'] {
  if (result !== undefined) return 'done';
  if (response === null || response.status >= 500 || response.status === 408) return 'unknown';
  if (response.status === tooManyRequests) return 'refused';
  const code = readCode(response);
  if (code === apiCodes.wrongOtpOrMpin) return 'wrong-code';
  const isListed = code === null ? response.status !== 200 : isApiCode(code);
  return isListed && isCertainRefusal(response.status, code) ? 'refused' : 'unclear';
}

/** The operations that change the list of a sender. */
const changesList = ({ operation }: NamedCall): boolean => operation === 'OP-7' || operation === 'OP-13';

/** Whoever is served without a token changes what nothing else explains. */
function changeListOfNobody(lists: ListFold, call: NamedCall, ending: ListChange['ended'], said: Dated): void {
  if (ending === 'refused') lists.refuse(call, said);
  else lists.disturb(call.values['senderId'] ?? null, said.at);
}

function answerNobody({ calls, lists }: { calls: CallFold; lists: ListFold }, exchange: Exchange, said: Dated): void {
  const call = readCallOfNobody(exchange);
  if (call === null) return;
  const ending = readEnding(exchange, readSuccessResult(exchange));
  if (changesList(call)) changeListOfNobody(lists, call, ending, said);
  // The service may have accepted a transfer without a token.
  calls.answer(call, ending, said, Date.parse(exchange.startedAt));
}

const joinFacts =
  (calls: CallFold, people: PeopleFold, transfers: TransferFold) =>
  (onRecord: number, answeredAt: number): Facts => ({
    ...calls.at(onRecord, answeredAt),
    ...people.at(onRecord),
    ...transfers.at(onRecord),
  });

export function createFactStore(): FactStore {
  const calls = createCallFold();
  const people = createPeopleFold();
  const transfers = createTransferFold();
  const lists = createListFold();
  const asked = createAskedFold(people);
  const limits = createLimitFold(asked);
  const balances = createBalanceFold(asked);
  const places = new Map<string, number>();
  const factsAt = joinFacts(calls, people, transfers);

  function establish(call: NamedCall, result: unknown, said: Dated): void {
    for (const fold of [people, transfers, limits, balances]) fold.answer(call, result, said);
    if (call.operation === 'OP-6') lists.show(call, result, said);
  }

  return {
    leave(departure) {
      const call = readNamedCall(departure);
      const { id, after = 0 } = departure;
      if (call !== null) for (const fold of [calls, lists, asked]) fold.leave(call, id, after);
    },
    answer(exchange) {
      const at = places.size + 1;
      places.set(exchange.id, at);
      const call = readNamedCall(exchange);
      const result = readSuccessResult(exchange);
      const said = { exchange: exchange.id, at, after: exchange.after ?? 0 };
      answerNobody({ calls, lists }, exchange, said);
      if (call === null) return;
      const ending = readEnding(exchange, result);
      if (changesList(call)) lists.end(call, ending, result, said);
      asked.end(call, { ended: ending, code: readCode(exchange.response) }, result, said);
      calls.answer(call, ending, said, Date.parse(exchange.startedAt));
      if (result !== undefined) establish(call, result, said);
    },
    disturb({ senderId, what }) {
      for (const fold of [lists, asked]) {
        if (what === 'another sitting') fold.forget(places.size);
        else fold.disturb(senderId, places.size);
      }
    },
    findTagIn: people.findTagIn,
    momentOf(exchange) {
      const leftAt = exchange.after ?? 0;
      const answeredAt = places.get(exchange.id) ?? places.size + 1;
      const judged = { leftAt, answeredAt };
      return {
        call: readNamedCall(exchange),
        before: factsAt(leftAt, answeredAt),
        beforeAnswer: factsAt(answeredAt - 1, answeredAt),
        listOf: (senderId) => lists.at(senderId, judged),
        askedOf: (senderId) => asked.at(senderId, judged),
        limitsOf: (senderId) => limits.at(senderId, judged),
        balanceOf: (senderId) => balances.at(senderId, judged),
        listBalanceSenders: () => balances.senders(leftAt),
      };
    },
  };
}

const byAfter = (one: { readonly after?: number }, other: { readonly after?: number }): number => (one.after ?? 0) - (other.after ?? 0);

/** The same store from a record: each request left after as many exchanges as it says. */
export function foldRecord(exchanges: readonly Exchange[], offRecord: readonly OffRecord[] = []): FactStore {
  const store = createFactStore();
  const leaving = exchanges.filter(({ kept }) => kept !== true).toSorted(byAfter);
  let left = 0;
  let off = 0;
  const catchUp = (count: number): void => {
    for (let next = offRecord[off]; next !== undefined && next.after <= count; next = offRecord[(off += 1)]) store.disturb(next);
    for (let next = leaving[left]; next !== undefined && (next.after ?? 0) <= count; next = leaving[(left += 1)]) store.leave(next);
  };
  for (const [count, exchange] of exchanges.entries()) {
    catchUp(count);
    store.answer(exchange);
  }
  catchUp(exchanges.length);
  return store;
}
