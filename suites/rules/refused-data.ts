import { parseRequestBody } from '../../helpers/core/exchange.ts';
import { isRecord } from '../../helpers/core/json.ts';
import { isUuid } from '../../helpers/core/ids.ts';
import { decodeSafely } from '../../helpers/core/text.ts';
import { collectAnswerFields, type AnswerField } from '../../helpers/judge/answer-fields.ts';
import type { Moment } from '../../helpers/judge/facts/facts.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { rule, type PassiveCheck } from '../../helpers/runner/check.ts';
import { isOfAnotherAgent } from './others-data.ts';
import { apiCodes, isApiCode, isCertainRefusal } from '../../specs/codes.ts';
import type { OperationId } from '../../specs/operation.ts';
import type { Exercise } from '../support/exercise.ts';
import { preparedRefusal } from '../support/refusal.ts';

/**
 * Behind which refusals a field says too much. `always`: even where a right call is refused. `wrong`: where the call was not a right one.
 * `shut-out`: where the caller may not see it. Other refusals may name it as their reason, such as the user who is registered already.
 * `not-allowed`: the same, without wrong codes, which may be answered with the mobile they were sent to.
 * `stranger`: where the caller is not known, or names a sender of another agent. Its own agent may be told the account of a payee as the
 * reason why nothing is paid to it.
 */
type Behind = 'always' | 'wrong' | 'shut-out' | 'not-allowed' | 'stranger';

interface Shown {
  readonly behind: Behind;
  readonly tells: (text: string) => boolean;
}

/** What services write where they tell nothing. */
const emptyTexts: ReadonlySet<string> = new Set(['', 'null', 'undefined', 'false', 'true', 'n/a', 'na', 'none', 'unknown']);

const isFilled = (text: string): boolean =>
  !emptyTexts.has(text.trim().toLowerCase()) && /[\p{L}\p{N}]/u.test(text) && !/^[-0.]+$/.test(text.trim());
const isPositive = (text: string): boolean => Number(text) > 0;
const isIssued = (text: string): boolean => isUuid(text) && isFilled(text);

const filled = (behind: Behind): Shown => ({ behind, tells: isFilled });
const positive = (behind: Behind): Shown => ({ behind, tells: isPositive });
const issued = (behind: Behind): Shown => ({ behind, tells: isIssued });

type Fields = Readonly<Record<string, Shown>>;

interface ShownBy {
  /** Ends the title. */
  readonly nothing: string;
  readonly fields: Fields;
}

/** The data of a sender, which no operation shows to a stranger, whether or not its own result has such a field (readings 3 and 17). */
const ofSender = {
  senderName: filled('stranger'),
  senderMobile: filled('stranger'),
  beneficiaries: filled('stranger'),
  beneficiaryName: filled('stranger'),
  accountHolderName: filled('stranger'),
  accountNumber: filled('stranger'),
  fundtransferSessionId: filled('stranger'),
  getBalanceSessionId: filled('stranger'),
  mainAccount: positive('stranger'),
  cashbackAccount: positive('stranger'),
} as const satisfies Fields;

/**
 * The fields that only a served call may fill. Left out are those that tell why a call is refused (status, message, remark, KYC data), what
 * is no secret (schemes, sources, kinds of wallets, the user type), and a transactionId, which gateways give to every call.
 */
const shownBy = {
  'OP-1': { nothing: 'no old user', fields: { isOldUser: { behind: 'not-allowed', tells: (text) => text === 'true' } } },
  'OP-3': { nothing: 'no challenge', fields: { state: issued('not-allowed') } },
  'OP-4': { nothing: 'no tag', fields: { tagId: issued('shut-out') } },
  'OP-5': { nothing: 'no data of a sender', fields: ofSender },
  'OP-6': {
    nothing: 'no session, no beneficiary and no name',
    fields: {
      fundtransferSessionId: filled('always'),
      getBalanceSessionId: filled('always'),
      beneficiaries: filled('always'),
      senderName: filled('wrong'),
      senderMobile: filled('not-allowed'),
    },
  },
  'OP-7': { nothing: 'no beneficiary', fields: { beneficiaryId: filled('shut-out') } },
  'OP-8': { nothing: 'no data of a sender', fields: ofSender },
  'OP-9': { nothing: 'no invoice', fields: { invoiceId: filled('shut-out') } },
  'OP-10': { nothing: 'no invoice', fields: { invoiceId: filled('shut-out') } },
  'OP-11': {
    nothing: 'no amount and no payee',
    fields: { amount: positive('wrong'), beneficiaryName: filled('wrong'), bankRRN: filled('wrong') },
  },
  'OP-12': { nothing: 'no mobile', fields: { mobile: filled('not-allowed') } },
  'OP-13': { nothing: 'no data of a sender', fields: ofSender },
  'OP-14': { nothing: 'no balance', fields: { mainAccount: positive('always'), cashbackAccount: positive('always') } },
  'OP-15': { nothing: 'no balance', fields: { walletBalance: positive('wrong') } },
  // Error bodies of web servers have the address of the call under the same name.
  'OP-16': {
    nothing: 'no address of the process',
    fields: { url: { behind: 'not-allowed', tells: (text) => /[?&](payload|session|authId)=./i.test(text) } },
  },
} as const satisfies Partial<Record<OperationId, ShownBy>>;

type ShowingOperation = keyof typeof shownBy;

const isNotAllowed = ({ status, code }: Reply): boolean =>
  status === 401 || status === 403 || (status === 200 && code === apiCodes.notAuthorized);

const isShutOut = (reply: Reply): boolean => isNotAllowed(reply) || (reply.status === 200 && reply.code === apiCodes.wrongOtpOrMpin);

const isBehind: Readonly<Record<Behind, (reply: Reply, moment: Moment) => boolean>> = {
  always: () => true,
  wrong: ({ documented }) => !documented,
  'shut-out': (reply) => !reply.documented && isShutOut(reply),
  'not-allowed': (reply) => !reply.documented && isNotAllowed(reply),
  stranger: ({ documented, status }, moment) => !documented && (status === 401 || isOfAnotherAgent(moment)),
};

/** An amount has no digits behind it that are zero, a mobile none before its last ten. */
const toPlain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(-?\d+)\.0+$/, '$1')
    .replace(/^(-?\d+\.\d*[1-9])0+$/, '$1')
    .replace(/^\+?0*(?=\d)/, '')
    .replace(/^\d*(\d{10})$/, '$1');

/** What the request itself has sent is nothing new to the caller. */
function listSent({ exchange }: Reply): ReadonlySet<string> {
  const [address = '', query = ''] = exchange.request.url.split('?', 2);
  const sent = [
    ...address.split('/').map(decodeSafely),
    ...new URLSearchParams(query).values(),
    ...collectAnswerFields(parseRequestBody(exchange)).flatMap(({ text }) => text ?? []),
  ];
  return new Set(sent.map(toPlain));
}

/** The invoice of a request that was accepted before under the same correlationId is known to the caller. */
const isKnownInvoice = ({ name, text }: AnswerField, { beforeAnswer }: Moment, sent: ReadonlySet<string>): boolean =>
  name === 'invoiceId' && beforeAnswer.ofInvoice(text ?? '').some(({ correlationId }) => sent.has(toPlain(correlationId)));

/** With another HTTP status the body may be no envelope, so the data may stand anywhere in it. */
const listFields = ({ body, result }: Reply): readonly AnswerField[] =>
  collectAnswerFields(isRecord(body) ? { ...body, result } : body).filter(({ place }) => !place.startsWith('status.'));

/** A field of a list, or of an object, is shown by it. */
const namesIn = (place: string): readonly string[] => place.replaceAll('[]', '').split('.');

const judgeRefused =
  ({ fields }: ShownBy): PassiveCheck['judge'] =>
  (reply, moment) => {
    const { status, code } = reply;
    if (!isCertainRefusal(status, code) || (status === 200 && (code === null || !isApiCode(code)))) return null;
    const listTelling = (from: Fields) => Object.entries(from).filter(([, { behind }]) => isBehind[behind](reply, moment));
    const tells = new Map([...listTelling(ofSender), ...listTelling(fields)]);
    if (tells.size === 0) return null;
    const sent = listSent(reply);
    const isTelling = ({ place, text = '' }: AnswerField): boolean =>
      namesIn(place).some((name) => tells.get(name)?.tells(text) === true) && !sent.has(toPlain(text));
    const isKnown = (field: AnswerField): boolean => reply.operation.id === 'OP-9' && isKnownInvoice(field, moment, sent);
    const shown = listFields(reply).find((field) => isTelling(field) && !isKnown(field));
    if (shown === undefined) return { held: true };
    const { place } = shown;
    return { held: false, expected: 'a refusal without data', received: `a filled ${shown.name}`, place: formatPlace(reply, place) };
  };

/** Who is refused gets nothing of what the call would have shown: a code or a session would protect nothing otherwise. */
export const noDataRule = (operation: ShowingOperation, exercise: Exercise): PassiveCheck =>
  rule('REFUSAL-SHOWS-NOTHING', `every-answer-${operation}`, `a refused ${operation} shows ${shownBy[operation].nothing}`, {
    operation,
    exercise,
    judge: judgeRefused(shownBy[operation]),
  });

/** The others are refused for certain without a token. */
export const noDataRules: readonly PassiveCheck[] = (
  ['OP-1', 'OP-3', 'OP-4', 'OP-5', 'OP-7', 'OP-8', 'OP-9', 'OP-10', 'OP-11', 'OP-12', 'OP-13', 'OP-15', 'OP-16'] as const
).map((operation) => noDataRule(operation, ({ use, journey }) => use(preparedRefusal(journey.withoutToken, { id: operation }))));
