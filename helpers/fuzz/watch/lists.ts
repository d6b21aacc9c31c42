import { isDeepStrictEqual } from 'node:util';
import { addBeneficiary, senderDetail } from '../../../specs/operations.ts';
import type { Operation } from '../../../specs/operation.ts';
import { findingIn, idAt } from '../../judge/fields.ts';
import { sameId } from '../../judge/ids.ts';
import { outcomeOf, placeOf, type Reply } from '../../judge/reply.ts';
import { blocked, notApplicable, untried, type Stop } from '../../judge/stop.ts';
import type { Session } from '../../run/session.ts';
import { callOf } from '../draft.ts';
import type { Lab } from '../lab.ts';
import type { Looked } from '../looks.ts';
import type { Try } from '../tried.ts';
import { wrongAsListed } from './listed.ts';
import { outcomeOfReply } from '../walk/model.ts';
import { entriesOf, type Entry } from '../walk/view.ts';
import { restless, type Made, type Picture, type Watch } from './watch.ts';

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
export function listWatch(session: Session, lab: Lab, operation: Operation): Watch {
  const activates = operation.id === 'OP-13';
  let known: List | null = null;
  let noted: Made[] = [];
  /** Calls of OP-7 that were accepted since the last look, and the beneficiary that the documented call before them added. */
  let accepted: Made[] = [];
  let plain = '';
  /** Beneficiaries that a call was accepted for. */
  const own = new Set<string>();
  /** One that nobody has activated, while odd activations are aimed at it: the usual one is active anyway. */
  let waiting: string | null = null;
  let looks = 0;
  let listed = 0;
  let shown: Reply | null = null;
  let why: Stop | null = null;

  const read = async (): Promise<List | null> => {
    const { reply } = await session.quiet.quietly(senderDetail, callOf(await lab.prepare(session, senderDetail)), purpose);
    return reply.code === 2000 && findingIn(reply, 'result.beneficiaries') === undefined ? { reply, value: entriesOf(reply) } : null;
  };

  const addPlainly = async (): Promise<string | null> => {
    const { reply } = await session.quiet.quietly(addBeneficiary, callOf(await lab.prepare(session, addBeneficiary)), purpose);
    return reply.code === 2000 ? idAt(reply, 'result.beneficiaryId') : null;
  };

  /** Null where there is no such thing. */
  const newWaiting = async (): Promise<string | null> => {
    const id = await addPlainly();
    if (id === null) why ??= untried('the service takes no artificial account that could wait for its activation', 'test-data');
    const entry = id === null ? undefined : idIn((await read())?.value ?? [], id);
    if (entry?.active === true) why ??= notApplicable('a new beneficiary needs no activation');
    return entry?.active === false ? id : null;
  };

  const noteAccepted = ({ reply }: Made): void => {
    const id = idAt(reply, 'result.beneficiaryId') ?? waiting;
    if (id !== null) own.add(id);
  };

  /** Makes refused activations once more for one that waits; the list as it was before. */
  const aimed = async (attempt: Try): Promise<List | null> => {
    waiting = await newWaiting();
    const was = waiting === null ? null : await read();
    for (const { each } of was === null ? [] : noted) {
      const result = await attempt(each);
      if (outcomeOfReply(result.reply) !== 'refused') noteAccepted({ each, reply: result.reply });
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
    ready: (draft) => Promise.resolve(waiting === null ? draft : { ...draft, path: { ...draft.path, id: encodeURIComponent(waiting) } }),
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
        if (!activates) accepted.push(made);
      }
    },
    async suspects(attempt) {
      if (why !== null || noted.length + accepted.length === 0) return [];
      const was = activates ? await aimed(attempt) : known;
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
      waiting = activates ? await newWaiting() : null;
      const was = await idle();
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
    told: () => ({ looks, listed, shown, why }),
  };
}
