import { longestId } from '../../core/unknown-values.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import { member } from '../../core/json.ts';
import { toIdText, lastSegment, readSuccessResult } from '../../core/answers.ts';
import type { Config } from '../../config/config.ts';
import { parseRequestBody, type Exchange } from '../../core/exchange.ts';
import type { Intent, NotPermitted } from './permit.ts';

/** Knows whom this run may register, activate and pay. Outside our own sandbox any other account or id may be a stranger's. */
export interface OwnBeneficiaries {
  /** Sees every answer, recorded or not, before the caller does. */
  readonly see: (exchange: Exchange) => void;
  readonly refuse: (intent: Intent) => NotPermitted | null;
}

/** As a lenient server reads it. */
const normalizeWord = (word: string): string => word.normalize('NFKC').trim().toUpperCase();

/** Accounts and ids have a digit. Characters that a query may take for a pattern, or for its end, could match any of them. */
const isNobodysAccount = (word: string): boolean =>
  /^[^\p{N}%_*?'"\\;]*$/u.test(word) || (word.length > longestId && /^[\p{L}\p{N}]*$/u.test(word));

/** Leading zeros do not distinguish two ids (reading 10). */
const withoutLeadingZeros = (id: string): string => id.replace(/^0+(?=\d)/, '');

interface AnsweredBeneficiary {
  readonly id: string;
  readonly sender: string;
  readonly account: string;
}

/** A number has lost leading zeros, so it names an account only where OP-7 gave that account of this sender the very id. */
const readAccount = (shown: unknown, sender: string, answer: AnsweredBeneficiary | undefined): unknown =>
  typeof shown === 'number' && answer?.sender === sender && Number(answer.account) === shown ? answer.account : shown;

const createRefusal = (reason: string): NotPermitted => ({ ok: false, reason, cap: false, ofThisCall: true });

const offSandbox = 'outside our own sandbox';
const strangerRefusal = createRefusal(
  `${offSandbox} only accounts of DMT_BENEFICIARY_ACCOUNT are registered, activated or paid, and no answer of OP-6 or OP-7 named one under this id: it may be a stranger's`,
);
const unreadRefusal = createRefusal(
  `${offSandbox} a call that registers, activates or pays is sent only when the suite can read its beneficiary`,
);
const listedRefusal = createRefusal(
  `${offSandbox} only accounts of DMT_BENEFICIARY_ACCOUNT are paid, and OP-6 lists this beneficiary with another account or IFSC code: add it there if it is yours`,
);

function findFirstRefusal(words: readonly string[], refused: (word: string) => NotPermitted | null): NotPermitted | null {
  for (const word of words) {
    const why = refused(word);
    if (why !== null) return why;
  }
  return null;
}

function openKnownBeneficiaries({ accounts, ifsc }: Config['beneficiary']): OwnBeneficiaries {
  const configured = new Set(accounts.map(normalizeWord));
  const fixed = new Set([...configured, normalizeWord(ifsc)]);
  /** By id, as OP-7 answered. */
  const answered = new Map<string, AnsweredBeneficiary>();
  const ours = new Set<string>();
  const others = new Set<string>();
  const isOurs = (account: unknown, code: unknown): account is string =>
    typeof account === 'string' &&
    configured.has(normalizeWord(account)) &&
    typeof code === 'string' &&
    normalizeWord(code) === normalizeWord(ifsc);

  const noteAdded = (exchange: Exchange, id: string | null): void => {
    const payload = parseRequestBody(exchange);
    const account = member(payload, 'accountNo');
    if (id === null || !isOurs(account, member(payload, 'ifscCode'))) return;
    answered.set(withoutLeadingZeros(id), { id, sender: lastSegment(exchange.request.url), account: normalizeWord(account) });
  };

  /** A list shows whose account an id has. If it lists our account under another id than OP-7 gave, that id is doubtful. */
  const noteList = (sender: string, list: readonly unknown[]): void => {
    const accountById = new Map<string, string>();
    for (const each of list) {
      const id = toIdText(member(each, 'beneficiaryId'));
      if (id === null) continue;
      const account = readAccount(member(each, 'accountNumber'), sender, answered.get(withoutLeadingZeros(id)));
      const own = isOurs(account, member(each, 'ifscCode'));
      if (own) ours.add(id);
      else others.add(withoutLeadingZeros(id));
      accountById.set(withoutLeadingZeros(id), own ? normalizeWord(account) : '');
    }
    const accounts = new Set(accountById.values());
    for (const [id, answer] of answered)
      if (answer.sender === sender && !accountById.has(id) && accounts.has(answer.account)) answered.delete(id);
  };

  const checkWord = (word: string): NotPermitted | null => {
    const read = normalizeWord(word);
    if (fixed.has(read)) return null;
    if (others.has(withoutLeadingZeros(read))) return listedRefusal;
    const isKnown = ours.has(read) || answered.get(withoutLeadingZeros(read))?.id === read || read === unknownValues.number;
    return isKnown || isNobodysAccount(read) ? null : strangerRefusal;
  };

  return {
    see(exchange) {
      const { operation, request } = exchange;
      if (operation !== 'OP-6' && operation !== 'OP-7') return;
      const result = readSuccessResult(exchange);
      const list = member(result, 'beneficiaries');
      if (operation === 'OP-7') noteAdded(exchange, toIdText(member(result, 'beneficiaryId')));
      else if (Array.isArray(list)) noteList(lastSegment(request.url), list);
    },
    refuse({ named = () => [] }) {
      const words = named();
      return words === null ? unreadRefusal : findFirstRefusal(words, checkWord);
    },
  };
}

/** Our own sandbox has no strangers. */
const allowEverybody: OwnBeneficiaries = { see: () => undefined, refuse: () => null };

export const openOwnBeneficiaries = ({ target, beneficiary }: Pick<Config, 'target' | 'beneficiary'>): OwnBeneficiaries =>
  target.own ? allowEverybody : openKnownBeneficiaries(beneficiary);
