import { toIdText } from '../../core/answers.ts';
import { member } from '../../core/json.ts';
import { createFactsByKey, type Dated, type JudgedPlaces } from './dated.ts';
import type { ListChange } from './list-changes.ts';
import type { NamedCall } from './named-call.ts';
import { toTag, type PeopleFold } from './people.ts';
import { createSittings } from './sittings.ts';
import { toInvoiceId } from './invoices.ts';

/** A call that names a sender. */
export interface AskedCall extends Dated {
  readonly call: NamedCall;
  /** `unknown`: no answer yet, or none that says. */
  readonly ended: ListChange['ended'];
  /** The code of the answer; null where it shows none. */
  readonly code: number | null;
  /** Of an OP-9 that was served; else empty. */
  readonly invoiceId: string;
}

/** What was asked of a sender. */
export interface AskedFacts {
  /** Those without an answer yet come last. */
  readonly asked: readonly AskedCall[];
  /** The codes that were asked for the sender: each may have a fee (reading 20). */
  readonly codes: readonly AskedCall[];
  /** Each OP-9 that names neither this sender nor a session of this sender. */
  readonly listElsewhere: () => readonly AskedCall[];
  /** A call off the record may have changed the sender between these places of the record. */
  readonly isDisturbed: (from: number, to: number) => boolean;
  readonly isOfSitting: (fact: Dated) => boolean;
}

const namesSender: ReadonlySet<NamedCall['operation']> = new Set([
  'OP-3',
  'OP-4',
  'OP-5',
  'OP-6',
  'OP-7',
  'OP-8',
  'OP-9',
  'OP-12',
  'OP-13',
  'OP-14',
  'OP-16',
]);

/** Who may pay for an OP-9: it names a sender, and a session. */
function listPayers(people: PeopleFold, { values, payload }: NamedCall, leftAt: number): readonly string[] {
  const owners = people.at(leftAt).sessionsOf(values['sessionId'] ?? '');
  return [...new Set([toTag(member(payload, 'from')), ...owners.map(({ senderId }) => senderId)])];
}

/** The senders that a call names: by a session, by a tag, or by a mobile that has one. */
function listSenders(people: PeopleFold, call: NamedCall, leftAt: number): readonly string[] {
  const { operation, agent, values, payload } = call;
  if (operation === 'OP-9') return listPayers(people, call, leftAt);
  if (values['senderId'] !== undefined) return [toTag(values['senderId'])];
  const mobile = values['mobile'] ?? toIdText(member(payload, operation === 'OP-3' ? 'object' : 'mobile')) ?? '';
  const tagged = people.at(leftAt).tagOf(agent, 'customer', mobile);
  return tagged === undefined ? [] : [tagged.tagId];
}

export interface AskedFold {
  readonly leave: (call: NamedCall, exchange: string, after: number) => void;
  readonly end: (call: NamedCall, ending: Pick<AskedCall, 'ended' | 'code'>, result: unknown, said: Dated) => void;
  /** From here on nothing is certain of this sender, or of any. */
  readonly disturb: (senderId: string | null, at: number) => void;
  readonly forget: (at: number) => void;
  readonly at: (senderId: string, judged: JudgedPlaces) => AskedFacts;
}

interface OpenCall {
  readonly senders: readonly string[];
  readonly asked: AskedCall;
}

const isCode = ({ call }: AskedCall): boolean => call.operation === 'OP-3';

const toOpen = (asked: AskedCall): AskedCall => ({ ...asked, at: Infinity, ended: 'unknown', code: null, invoiceId: '' });

export function createAskedFold(people: PeopleFold): AskedFold {
  const asked = createFactsByKey<AskedCall>();
  /** Every OP-9 that has ended. */
  const ended: OpenCall[] = [];
  const open = new Map<string, OpenCall>();
  const disturbances: { readonly senderId: string | null; readonly at: number }[] = [];
  const sittings = createSittings();
  /** What was answered later was under way then. */
  const listUnderWay = (key: string, answeredAt: number): readonly AskedCall[] => {
    const unanswered = [...open.values()].filter(({ senders }) => senders.includes(key)).map((each) => each.asked);
    const answered = asked.list(key, Infinity).filter(({ at }) => at >= answeredAt);
    return [...unanswered, ...answered.map(toOpen)].filter(({ after }) => after < answeredAt);
  };
  const listElsewhere = (key: string, answeredAt: number): readonly AskedCall[] =>
    [...ended, ...open.values()]
      .filter(({ senders, asked: { call } }) => call.operation === 'OP-9' && !senders.includes(key))
      .map((each) => (each.asked.at >= answeredAt ? toOpen(each.asked) : each.asked))
      .filter(({ after }) => after < answeredAt);
  return {
    leave(call, exchange, after) {
      if (!namesSender.has(call.operation)) return;
      const never = { exchange, at: Infinity, after, call, ended: 'unknown', code: null, invoiceId: '' } as const;
      open.set(exchange, { senders: listSenders(people, call, after), asked: never });
    },
    end(call, ending, result, said) {
      if (!namesSender.has(call.operation)) return;
      open.delete(said.exchange);
      const invoiceId = toInvoiceId(toIdText(member(result, 'invoiceId')) ?? '');
      const senders = listSenders(people, call, said.after);
      const each = { ...said, call, ...ending, invoiceId };
      for (const senderId of senders) asked.add(senderId, each);
      if (call.operation === 'OP-9') ended.push({ senders, asked: each });
    },
    disturb: (senderId, at) => void disturbances.push({ senderId: senderId === null ? null : toTag(senderId), at }),
    forget(at) {
      sittings.begin(at);
      disturbances.push({ senderId: null, at });
    },
    at(senderId, { leftAt, answeredAt }) {
      const key = toTag(senderId);
      const isOfSitting = sittings.isOfSame(leftAt);
      // A record is judged again as a whole: what came later explains nothing.
      const known = disturbances.filter(({ at }) => at < answeredAt);
      const all = [...asked.list(key, answeredAt - 1).filter(isOfSitting), ...listUnderWay(key, answeredAt)];
      return {
        asked: all.filter((each) => !isCode(each)),
        codes: all.filter(isCode),
        listElsewhere: () => listElsewhere(key, answeredAt).filter(isOfSitting),
        isDisturbed: (from, to) => known.some((each) => each.at >= from && each.at <= to && (each.senderId ?? key) === key),
        isOfSitting,
      };
    },
  };
}
