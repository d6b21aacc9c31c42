import { toIdText } from '../../core/answers.ts';
import { member } from '../../core/json.ts';
import { createFactsByKey, type Dated } from './dated.ts';
import type { NamedCall } from './named-call.ts';

export interface Tagged extends Dated {
  readonly agent: string;
  readonly userType: string;
  /** The last ten digits (reading 21). */
  readonly mobile: string;
  readonly tagId: string;
  /** The `status` of the tag record, as it came. */
  readonly status: unknown;
}

export interface SeenSession extends Dated {
  readonly senderId: string;
}

export interface Challenged extends Dated {
  readonly mobile: string;
}

export interface NameFact extends Dated {
  readonly name: string;
}

/** What is known of people at one place of the record: tags, challenges and sessions never change by themselves. */
export interface PeopleFacts {
  readonly tagOf: (agent: string, userType: string, mobile: string) => Tagged | undefined;
  /** Everybody to whom OP-4 gave this tag. */
  readonly ownersOf: (tagId: string) => readonly Tagged[];
  /** The answer of OP-1 that called a tagged user old. */
  readonly seenOld: (agent: string, userType: string, mobile: string) => Dated | undefined;
  /** The answer of OP-1 that called the owner of this tag new, before it was tagged. */
  readonly seenNew: (tagId: string) => Dated | undefined;
  /** The challenges that had this state. */
  readonly challengesOf: (state: string) => readonly Challenged[];
  /** A call that was served with a code of this state. */
  readonly usedWith: (state: string) => Dated | undefined;
  readonly sessionsOf: (sessionId: string) => readonly SeenSession[];
  /** The last name that OP-6 showed of this sender. */
  readonly nameOf: (senderId: string) => NameFact | undefined;
  /** A call that was served with this tag. */
  readonly servedWith: (tagId: string) => Dated | undefined;
}

/** Mobiles compare by their last ten digits (reading 21). */
export const toMobile = (value: unknown): string => (toIdText(value) ?? '').replaceAll(/\D/g, '').slice(-10);

export const toTag = (value: unknown): string => (toIdText(value) ?? '').toLowerCase();

export const personKey = (agent: string, userType: string, mobile: string): string => `${agent} ${userType} ${toMobile(mobile)}`;

export interface PeopleFold {
  readonly answer: (call: NamedCall, result: unknown, said: Dated) => void;
  readonly at: (onRecord: number) => PeopleFacts;
  /** The tag that this id is, or is made from: a campaign changes ids of senders. Undefined for an id of nobody. */
  readonly findTagIn: (id: string) => string | undefined;
}

const sessionNames = ['fundtransferSessionId', 'getBalanceSessionId'] as const;

const listSessions = (result: unknown): readonly string[] =>
  sessionNames.map((name) => toTag(member(member(result, 'sessionId'), name))).filter((id) => id !== '');

function readTagged({ agent, values: { userType = '', mobile = '' } }: NamedCall, result: unknown, said: Dated): Tagged {
  return { ...said, agent, userType, mobile: toMobile(mobile), tagId: toTag(member(result, 'tagId')), status: member(result, 'status') };
}

function createChallengeFold() {
  const challenges = createFactsByKey<Challenged>();
  const used = createFactsByKey<Dated>();
  return {
    answer({ operation, payload, state: sent }: NamedCall, result: unknown, said: Dated): void {
      const state = operation === 'OP-3' ? toTag(member(result, 'state')) : '';
      if (state !== '') challenges.add(state, { ...said, mobile: toMobile(member(payload, 'object')) });
      if (sent !== '') used.add(toTag(sent), said);
    },
    at: (onRecord: number): Pick<PeopleFacts, 'challengesOf' | 'usedWith'> => ({
      challengesOf: (state) => challenges.list(toTag(state), onRecord),
      usedWith: (state) => used.newest(toTag(state), onRecord),
    }),
  };
}

export function createPeopleFold(): PeopleFold {
  const tags = createFactsByKey<Tagged>();
  const owners = createFactsByKey<Tagged>();
  const old = createFactsByKey<Dated>();
  const fresh = createFactsByKey<Dated>();
  const challenges = createChallengeFold();
  const served = createFactsByKey<Dated>();
  const names = createFactsByKey<NameFact>();
  const sessions = createFactsByKey<SeenSession>();

  function addTag(call: NamedCall, result: unknown, said: Dated): void {
    const tagged = readTagged(call, result, said);
    if (tagged.tagId === '') return;
    tags.add(personKey(tagged.agent, tagged.userType, tagged.mobile), tagged);
    owners.add(tagged.tagId, tagged);
  }

  function addOld({ agent, values: { userType = '', mobile = '' } }: NamedCall, result: unknown, said: Dated): void {
    const key = personKey(agent, userType, mobile);
    const isTagged = tags.newest(key, said.at) !== undefined;
    const isOld = String(member(result, 'isOldUser'));
    if (isOld === 'true' && isTagged) old.add(key, said);
    if (isOld === 'false' && !isTagged) fresh.add(key, said);
  }

  const hear: Partial<Record<NamedCall['operation'], (call: NamedCall, result: unknown, said: Dated) => void>> = {
    'OP-1': addOld,
    'OP-4': addTag,
    'OP-6': (call, result, said) => {
      const senderId = toTag(call.values['senderId']);
      for (const id of listSessions(result)) sessions.add(id, { ...said, senderId });
      names.add(senderId, { ...said, name: toIdText(member(result, 'senderName')) ?? '' });
    },
  };
  return {
    answer(call, result, said) {
      hear[call.operation]?.(call, result, said);
      challenges.answer(call, result, said);
      for (const name of ['senderId', 'subAgentTagId']) if (name in call.values) served.add(toTag(call.values[name]), said);
    },
    findTagIn: (id) => owners.keys().find((tagId) => tagId === id) ?? owners.keys().find((tagId) => id.includes(tagId)),
    at: (onRecord) => ({
      tagOf: (agent, userType, mobile) => tags.newest(personKey(agent, userType, mobile), onRecord),
      ownersOf: (tagId) => owners.list(toTag(tagId), onRecord),
      seenOld: (agent, userType, mobile) => old.newest(personKey(agent, userType, mobile), onRecord),
      seenNew: (tagId) =>
        owners
          .list(toTag(tagId), onRecord)
          .map(({ agent, userType, mobile }) => fresh.newest(personKey(agent, userType, mobile), onRecord))[0],
      ...challenges.at(onRecord),
      sessionsOf: (sessionId) => sessions.list(toTag(sessionId), onRecord),
      nameOf: (senderId) => names.newest(toTag(senderId), onRecord),
      servedWith: (tagId) => served.newest(toTag(tagId), onRecord),
    }),
  };
}
