import { isCertainRefusal } from '../../specs/codes.ts';
import { collectAnswerFields, isExtraField, type AnswerField } from '../../helpers/judge/answer-fields.ts';
import { member } from '../../helpers/core/json.ts';
import { decodeSafely } from '../../helpers/core/text.ts';
import type { Moment } from '../../helpers/judge/facts/facts.ts';
import type { NamedCall } from '../../helpers/judge/facts/named-call.ts';
import { toMobile, toTag, type Tagged } from '../../helpers/judge/facts/people.ts';
import { toInvoiceId } from '../../helpers/judge/facts/invoices.ts';
import { type TransferFact } from '../../helpers/judge/facts/transfers.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { rule, type PassiveCheck } from '../../helpers/runner/check.ts';
import { judgeAgreement, judgeByFacts, ruleOverAll, type FactJudge } from '../support/fact-rule.ts';
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

const judge: PassiveCheck['judge'] = (reply: Reply, moment) => {
  const { status, code, exchange } = reply;
  if (moment.call === null || !isCertainRefusal(status, code)) return null;
  const others = listOthersData(moment.call, moment).filter(({ value }) => value.length >= MIN_LENGTH);
  if (others.length === 0) return null;
  const { request, response } = exchange;
  const sent = listWords(`${decodeSafely(request.url)} ${request.body?.text ?? ''}`);
  const shown = listWords(response?.body.text ?? '');
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

const isMobileShaped = ({ text = '' }: AnswerField): boolean => /^\+?\d{10,13}$/.test(text);

/** In a field that the document does not know; the mobile of the sub-agent may stand there. */
const judgeOthersMobile: FactJudge = ({ reply, call, beforeAnswer }) => {
  const own = beforeAnswer.ownersOf(call.values['senderId'] ?? '').map(({ mobile }) => mobile);
  const fields = collectAnswerFields(reply.body).filter((field) => isMobileShaped(field) && isExtraField(field, 'OP-6'));
  const others = fields.flatMap(({ text = '', place }) => {
    const owner = beforeAnswer.tagOf(call.agent, 'customer', text);
    const isOwn = owner === undefined || own.includes(owner.mobile) || beforeAnswer.tagOf(call.agent, 'subAgent', text) !== undefined;
    return isOwn ? [] : [{ owner, place }];
  });
  return judgeAgreement(reply, {
    place: others[0]?.place ?? 'result',
    holds: others.length === 0,
    expected: 'no mobile of another sender',
    received: 'the mobile of another sender',
    beside: others.map(({ owner }) => owner),
  });
};

/** A sender of the same agent. */
export const othersMobileRule: PassiveCheck = ruleOverAll(
  {
    clause: 'OP6-OWN-DATA',
    operation: 'OP-6',
    title: "no sender is shown another sender's mobile",
    judge: judgeByFacts(judgeOthersMobile),
    exercise: async ({ use, journey }) => {
      await use(journey.customer.beneficiaries.detail);
      return use(journey.newCustomer.usualTransfer.before);
    },
  },
  'mobiles',
);
