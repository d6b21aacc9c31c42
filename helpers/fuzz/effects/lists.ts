import { isDeepStrictEqual } from 'node:util';
import { addBeneficiary, senderDetail } from '../../../specs/operations.ts';
import type { Operation } from '../../../specs/operation.ts';
import { findingIn, idAt } from '../../judge/fields.ts';
import { sameId } from '../../core/same-id.ts';
import { outcomeOf, placeOf, type Reply } from '../../judge/reply.ts';
import { blocked, notApplicable, Stop, untried } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import { callOf } from '../cases/draft.ts';
import { withAccount } from '../calls/valid-accounts.ts';
import type { ValidCalls } from '../calls/valid-calls.ts';
import type { Looked } from '../calls/effect-checks.ts';
import type { Execute } from '../calls/execute.ts';
import { wrongAsListed } from './listed.ts';
import { outcomeOfReply } from '../model/model.ts';
import { entriesOf, type Entry } from '../model/view.ts';
import { restless, type Made, type Picture, type SideEffects } from './side-effects.ts';

type List = Picture<readonly Entry[]>;

const purpose = 'fuzz: look';

const idIn = (entries: readonly Entry[], id: string): Entry | undefined => entries.find((entry) => sameId(entry.id, id));

/** Beneficiaries that are not what they were: new ones, changed ones, and those that are gone. */
function changes(was: readonly Entry[], is: readonly Entry[]): readonly Entry[] {
  const changed = is.filter((entry) => !isDeepStrictEqual(idIn(was, entry.id), entry));
  return [...changed, ...was.filter((entry) => idIn(is, entry.id) === undefined)];
}

const show = (entry: Entry | undefined): string =>
  entry === undefined ? 'not listed' : `${entry.account} listed as ${String(entry.active)}`;

function wrongIn(reply: Reply, was: List, is: List): Looked | null {
  const [first] = changes(was.value, is.value);
  if (first === undefined || outcomeOfReply(reply) !== 'refused') return null;
  const expected = show(idIn(was.value, first.id));
  const received = `${show(idIn(is.value, first.id))} after ${outcomeOf(reply)}`;
  const place = placeOf(is.reply, 'result.beneficiaries');
  return { accused: { clause: 'REFUSAL-NOTHING-CHANGED', expected, received, place }, shows: [was.reply, is.reply] };
}

/** The list of beneficiaries around odd calls that may change it. */
export function listWatch(session: Session, calls: ValidCalls, operation: Operation): SideEffects {
  const activates = operation.id === 'OP-13';
  let known: List | null = null;
  let noted: Made[] = [];
  /** Calls of OP-7 that were accepted since the last look, and the beneficiary that the documented call before them added. */
  let accepted: Made[] = [];
  let plain = '';
  /** Beneficiaries that a call was accepted for. */
  const own = new Set<string>();
  /** One that nobody has activated, or an account that nobody has added, while odd calls are aimed at it: the usual one shows no effect. */
  let waiting: string | null = null;
  /** The account of the newest odd OP-7 was not listed before. */
  let isNew = true;
  /** One of them was accepted that was, and how it is listed then tells nothing of the call. */
  let isOld = false;
  let lack: Stop | null = null;
  let looks = 0;
  let listed = 0;
  let shown: Reply | null = null;
  let why: Stop | null = null;

  const read = async (): Promise<List | null> => {
    const { reply } = await session.quiet.quietly(senderDetail, callOf(await calls.prepare(session, senderDetail)), purpose);
    return reply.code === 2000 && findingIn(reply, 'result.beneficiaries') === undefined ? { reply, value: entriesOf(reply) } : null;
  };

  const addPlainly = async (account: string | null = null): Promise<string | null> => {
    const draft = await calls.prepare(session, addBeneficiary);
    const { reply } = await session.quiet.quietly(addBeneficiary, callOf(account === null ? draft : withAccount(draft, account)), purpose);
    calls.answered(reply);
    return reply.code === 2000 ? idAt(reply, 'result.beneficiaryId') : null;
  };

  /** The account that is kept for looks; null where each call has a new one, or where there is none. */
  const keptAccount = async (): Promise<string | null> => {
    const supply = await calls.accounts.supply(session);
    if (supply instanceof Stop) lack ??= supply;
    return supply === 'enough' || supply instanceof Stop ? null : supply.kept;
  };

  /** Null where there is no such thing. */
  const newWaiting = async (): Promise<string | null> => {
    const before = (await read())?.value.findLast(({ active, account, ifsc }) => !active && calls.accounts.isOurs(account, ifsc));
    if (before !== undefined) return before.id;
    const kept = await keptAccount();
    if (lack !== null) return null;
    const id = await addPlainly(kept);
    if (id === null) why ??= untried('the service takes no new account that could wait for its activation', 'test-data');
    const entry = id === null ? undefined : idIn((await read())?.value ?? [], id);
    if (entry?.active === true) why ??= notApplicable('a new beneficiary needs no activation');
    return entry?.active === false ? id : null;
  };

  const noteAccepted = ({ reply }: Made): void => {
    const id = idAt(reply, 'result.beneficiaryId') ?? waiting;
    if (id !== null) own.add(id);
  };

  /** Makes refused calls once more where an effect would show; the list as it was before. */
  const aimed = async (attempt: Execute, at: string | null): Promise<List | null> => {
    waiting = at;
    const was = waiting === null ? null : await read();
    for (const { each } of was === null ? [] : noted) {
      const result = await attempt(each);
      if (result.kind !== 'skipped' && outcomeOfReply(result.reply) !== 'refused') noteAccepted({ each, reply: result.reply });
    }
    waiting = null;
    return was;
  };

  /** Refused calls, those first that tell of what has changed. */
  const inDoubt = (changed: readonly Entry[]): readonly Made[] => {
    const names = changed.flatMap(({ id, account }) => [id, account]);
    const tellsOfIt = ({ reply: { exchange } }: Made): boolean =>
      names.some((name) => `${exchange.request.url} ${exchange.request.body?.text ?? ''}`.includes(name));
    return [...noted.filter(tellsOfIt), ...noted.filter((made) => !tellsOfIt(made))];
  };

  const asListed = ({ each, reply }: Made, is: List, beside: string): Looked | null => {
    const entry = idIn(is.value, idAt(reply, 'result.beneficiaryId') ?? '');
    const accused = entry === undefined ? null : wrongAsListed(each, reply, entry, idIn(is.value, beside), is.reply);
    return accused === null ? null : { accused, shows: [is.reply] };
  };

  const idle = async (): Promise<List | null> => {
    const [one, other] = [await read(), await read()];
    if (one === null || other === null || changes(one.value, other.value).length === 0) return one === null ? null : other;
    why ??= blocked('sender-in-use', 'two idle reads of the sender differ: somebody else is using the sender', 'environment');
    return null;
  };

  return {
    clauses: ['REFUSAL-NOTHING-CHANGED', 'OP7-LISTED-AS-SENT', 'FIELD-RESULT-NOT-CHOSEN'],
    every: 60,
    async ready(draft) {
      if (waiting !== null)
        return activates ? { ...draft, path: { ...draft.path, id: encodeURIComponent(waiting) } } : withAccount(draft, waiting);
      isNew = activates || (await calls.accounts.supply(session)) === 'enough';
      return draft;
    },
    async begin(control) {
      noted = [];
      accepted = [];
      plain = idAt(control, 'result.beneficiaryId') ?? '';
      own.clear();
      known = why === null && !activates ? await read() : null;
    },
    note(made) {
      if (outcomeOfReply(made.reply) === 'refused') noted.push(made);
      else {
        noteAccepted(made);
        if (!activates && isNew) accepted.push(made);
        isOld ||= !isNew;
      }
    },
    async suspects(attempt) {
      if (why !== null || noted.length + accepted.length === 0) return [];
      const at = activates ? await newWaiting() : await keptAccount();
      const was = activates || at !== null ? await aimed(attempt, at) : lack === null ? known : null;
      const is = was === null ? null : await read();
      if (was === null || is === null) return [];
      looks += noted.length;
      listed += accepted.length;
      shown = is.reply;
      known = is;
      const changed = changes(was.value, is.value).filter(({ id }) => ![...own].some((one) => sameId(one, id)));
      const wronglyListed = accepted.filter((made) => asListed(made, is, plain) !== null);
      const doubted = changed.length === 0 ? [] : inDoubt(changed);
      noted = [];
      accepted = [];
      return [...wronglyListed, ...doubted].map(({ each }) => each);
    },
    async around(each, call) {
      waiting = activates ? await newWaiting() : await keptAccount();
      isNew = true;
      const was = lack === null ? await idle() : null;
      const reply = was === null ? null : await call();
      waiting = null;
      const isAccepted = !activates && reply?.code === 2000;
      const beside = isAccepted ? await addPlainly() : null;
      const is = reply === null ? null : await read();
      if (was === null || reply === null || is === null) return null;
      return isAccepted ? asListed({ each, reply }, is, beside ?? '') : wrongIn(reply, was, is);
    },
    giveUp() {
      why ??= blocked('sender-in-use', restless, 'environment');
    },
    told: () => ({ looks, listed, shown, why, lack: lack ?? (isOld ? calls.accounts.tooFew() : null) }),
  };
}
