import { isCertainRefusal } from '../../specs/codes.ts';
import { collectAnswerFields, collectHeaderFields, isExtraField, isFreeText, type AnswerField } from '../../helpers/judge/answer-fields.ts';
import { member } from '../../helpers/core/json.ts';
import { decodeSafely } from '../../helpers/core/text.ts';
import type { Moment } from '../../helpers/judge/facts/facts.ts';
import type { NamedCall } from '../../helpers/judge/facts/named-call.ts';
import { toMobile, toTag, type Tagged } from '../../helpers/judge/facts/people.ts';
import { toInvoiceId } from '../../helpers/judge/facts/invoices.ts';
import { type TransferFact } from '../../helpers/judge/facts/transfers.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { rule, type PassiveCheck } from '../../helpers/runner/check.ts';
import { judgeAgreement, judgeByFacts, type FactJudge } from '../support/fact-rule.ts';
import { preparedRefusal } from '../support/refusal.ts';

interface Told {
  readonly what: string;
  readonly value: string;
  /** The exchange that showed it to its own agent. */
  readonly exchange: string;
}

/** Codes and years have four digits, so a shorter value proves nothing. */
const MIN_LENGTH = 5;

/** Nothing where the caller was given it too: mobiles and their tags may be known to both agents. */
const ofOthersAlone = <One extends { readonly agent: string }>(all: readonly One[], { agent }: NamedCall): readonly One[] =>
  all.some((one) => one.agent === agent) ? [] : all;

const tellTransfer = ({ exchange, invoiceId, correlationId, senderId }: TransferFact): readonly Told[] => [
  { what: 'the invoice', value: invoiceId, exchange },
  { what: 'the correlationId', value: correlationId, exchange },
  { what: 'the sender', value: senderId, exchange },
];

const findOwners = ({ values: { senderId = '' }, payload }: NamedCall, { beforeAnswer }: Moment): readonly Tagged[] =>
  [senderId, toTag(member(payload, 'from'))].flatMap((id) => beforeAnswer.ownersOf(id));

/** The sender that the call names was given to another agent alone. */
export function isOfAnotherAgent(moment: Moment): boolean {
  const { call } = moment;
  return call !== null && ofOthersAlone(findOwners(call, moment), call).length > 0;
}

/** What the ids of a call lead to, where they belong to another agent. */
function listOthersData(call: NamedCall, moment: Moment): readonly Told[] {
  const { beforeAnswer } = moment;
  const { invoiceId = '', correlationId = '' } = call.values;
  const owners = findOwners(call, moment);
  const transfers = [...beforeAnswer.ofInvoice(toInvoiceId(invoiceId)), ...beforeAnswer.ofCorrelationId(correlationId)];
  return [
    ...ofOthersAlone(owners, call).map(({ mobile, exchange }) => ({ what: 'the mobile of the sender', value: mobile, exchange })),
    ...ofOthersAlone(transfers, call).flatMap(tellTransfer),
  ];
}

/** Numbers and words as they are compared: a number without zeros in front, and a mobile with its last ten digits too. */
const listWords = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\w-]+/g) ?? []).flatMap((word) => [
      word,
      ...(/^\d+$/.test(word) ? [toInvoiceId(word), toMobile(word)] : []),
    ]),
  );

const listHeaders = ({ exchange: { response } }: Reply): readonly AnswerField[] => collectHeaderFields(response?.headers ?? []);

const judge: PassiveCheck['judge'] = (reply: Reply, moment) => {
  const { status, code, exchange } = reply;
  if (moment.call === null || !isCertainRefusal(status, code)) return null;
  const others = listOthersData(moment.call, moment).filter(({ value }) => value.length >= MIN_LENGTH);
  if (others.length === 0) return null;
  const { request, response } = exchange;
  const sent = listWords(`${decodeSafely(request.url)} ${request.body?.text ?? ''}`);
  const headers = listHeaders(reply).map(({ text = '' }) => text);
  const shown = listWords([response?.body.text ?? '', ...headers].join(' '));
  const told = others.find(({ value }) => shown.has(value.toLowerCase()) && !sent.has(value.toLowerCase()));
  if (told === undefined) return { held: true };
  const received = `${told.what} in the answer`;
  return { held: false, expected: 'no data of another agent', received, place: formatPlace(reply), beside: [told.exchange] };
};

/** Reading 3: who asks for something of another agent is told nothing of it, not even in a message or an unknown field. */
export const othersDataRule: PassiveCheck = rule(
  'AUTH-OTHER-AGENT',
  'every-answer',
  'a refusal tells nothing of what belongs to another agent',
  {
    operation: 'ENVELOPE',
    exercise: ({ use, journey }) => use(preparedRefusal(journey.foreignIds.replies['their-sub-agent'], { id: 'OP-10' })),
    judge,
  },
);

/** Mobiles of those whom the call is about: by their ids, by their mobile, or by a transfer of theirs. */
function listOwnMobiles({ values, payload }: NamedCall, { beforeAnswer }: Moment): readonly string[] {
  const { invoiceId = '', correlationId = '' } = values;
  const transfers = [...beforeAnswer.ofInvoice(toInvoiceId(invoiceId)), ...beforeAnswer.ofCorrelationId(correlationId)];
  const tags = [values['senderId'], member(payload, 'from'), ...transfers.map(({ senderId }) => senderId)];
  const mobiles = [values['mobile'], member(payload, 'mobile'), member(payload, 'object')];
  return [...tags.flatMap((tag) => beforeAnswer.ownersOf(toTag(tag)).map(({ mobile }) => mobile)), ...mobiles.map(toMobile)].filter(
    (mobile) => mobile !== '',
  );
}

const agents: readonly string[] = ['agent', 'other'];

/** Everybody whose mobile or tag the word is. Ids of few characters may be anything. */
function listPeople(word: string, { beforeAnswer }: Moment): readonly Tagged[] {
  if (word.length < 8) return [];
  const byMobile = agents.flatMap((agent) =>
    ['customer', 'subAgent'].flatMap((userType) => beforeAnswer.tagOf(agent, userType, word) ?? []),
  );
  return [...(/^\d{10,13}$/.test(word) ? byMobile : []), ...beforeAnswer.ownersOf(toTag(word))];
}

/** Sub-agents stand behind their customers, so their mobiles and tags may be shown. */
const isOther = (people: readonly Tagged[], own: readonly string[]): boolean =>
  people.length > 0 && people.every(({ userType, mobile }) => userType === 'customer' && !own.includes(mobile));

/** In a field that the document does not know, in a message, or in a header. */
const judgeOthersData: FactJudge = (seen) => {
  const { reply, call } = seen;
  const own = listOwnMobiles(call, seen);
  if (own.length === 0) return null;
  const { request } = reply.exchange;
  const sent = listWords(`${decodeSafely(request.url)} ${request.body?.text ?? ''}`);
  const others = [...collectAnswerFields(reply.body), ...listHeaders(reply)]
    .filter((field) => isFreeText(field) || isExtraField(field, reply.operation.id))
    .flatMap(({ text = '', place }) => [...listWords(text)].map((word) => ({ word, place, people: listPeople(word, seen) })))
    .filter(({ word, people }) => !sent.has(word) && isOther(people, own));
  return judgeAgreement(reply, {
    place: others[0]?.place ?? 'result',
    holds: others.length === 0,
    expected: 'nothing of another sender',
    received: 'the mobile or the tag of another sender',
    beside: others.flatMap(({ people }) => people),
  });
};

/** A sender of the same agent, or of another one. */
export const othersMobileRule: PassiveCheck = rule(
  'OP6-OWN-DATA',
  'mobiles',
  "no answer about a sender has another sender's mobile or tag",
  {
    operation: 'ENVELOPE',
    judge: judgeByFacts(judgeOthersData),
    exercise: async ({ use, journey }) => {
      await use(journey.customer.beneficiaries.detail);
      return use(journey.newCustomer.usualTransfer.before);
    },
  },
);
