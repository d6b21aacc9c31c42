import { unknownValues } from '../../core/unknown-values.ts';
import { member, parseJson } from '../../core/json.ts';
import { idOf, lastSegment, resultOf } from '../../core/answers.ts';
import type { Config } from '../../config/config.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Intent, NotPermitted } from './permit.ts';

/** Knows whom this run may register, activate and pay: off our own sandbox an account, or an id, that we did not choose may be somebody's. */
export interface OwnBeneficiaries {
  /** Hears every answer, recorded or not, before whoever asked does. */
  readonly see: (exchange: Exchange) => void;
  readonly refuse: (intent: Intent) => NotPermitted | null;
}

/** Longer than any account or id is. */
const longest = 34;

/** As a lenient reader takes it. */
const readAs = (word: string): string => word.normalize('NFKC').trim().toUpperCase();

/** Accounts and ids have a digit; what a query may take for a pattern, or for its end, could find any of them. */
const isNobodys = (word: string): boolean => /^[^\p{N}%_*?'"\\;]*$/u.test(word) || (word.length > longest && /^[\p{L}\p{N}]*$/u.test(word));

/** Leading zeros do not tell two ids apart (reading 10). */
const bare = (id: string): string => id.replace(/^0+(?=\d)/, '');

/** Which beneficiary an answer gave to the account that was asked for, by its sender. */
interface Answered {
  readonly id: string;
  readonly sender: string;
  readonly account: string;
}

const refusal = (reason: string): NotPermitted => ({ ok: false, reason, owner: 'configuration', cap: false, ofThisCall: true });

const off = 'off our own sandbox';
const stranger = refusal(
  `${off} only accounts of DMT_BENEFICIARY_ACCOUNT are registered, activated or paid: this call may be about a stranger's`,
);
const unread = refusal(`${off} a call that registers, activates or pays is sent only where it can be read whom it is about`);
const listed = refusal(
  `${off} only accounts of DMT_BENEFICIARY_ACCOUNT are paid, and OP-6 lists this beneficiary with another account or IFSC code: add it there if it is yours`,
);

const payloadOf = ({ request }: Exchange): unknown => parseJson(request.body?.text ?? '');

/** The first refusal among words; null when none is refused. */
function firstOf(words: readonly string[], refused: (word: string) => NotPermitted | null): NotPermitted | null {
  for (const word of words) {
    const why = refused(word);
    if (why !== null) return why;
  }
  return null;
}

function known({ accounts, ifsc }: Config['beneficiary']): OwnBeneficiaries {
  const configured = new Set(accounts.map(readAs));
  const fixed = new Set([...configured, readAs(ifsc)]);
  /** By id, as OP-7 answered. */
  const answered = new Map<string, Answered>();
  const [ours, others] = [new Set<string>(), new Set<string>()];
  const isOurs = (account: unknown, code: unknown): account is string =>
    typeof account === 'string' && configured.has(readAs(account)) && typeof code === 'string' && readAs(code) === readAs(ifsc);

  const added = (exchange: Exchange, id: string | null): void => {
    const payload = payloadOf(exchange);
    const account = member(payload, 'accountNo');
    if (id === null || !isOurs(account, member(payload, 'ifscCode'))) return;
    answered.set(bare(id), { id, sender: lastSegment(exchange.request.url), account: readAs(account) });
  };

  /** A list says whose account an id is. Where it has ours under another id than OP-7 told, that one is doubtful. */
  const shown = (sender: string, list: readonly unknown[]): void => {
    const accountOf = new Map<string, string>();
    for (const each of list) {
      const id = idOf(member(each, 'beneficiaryId'));
      const account = member(each, 'accountNumber');
      if (id === null) continue;
      const own = isOurs(account, member(each, 'ifscCode'));
      if (own) ours.add(id);
      else others.add(bare(id));
      accountOf.set(bare(id), own ? readAs(account) : '');
    }
    const accounts = new Set(accountOf.values());
    for (const [id, answer] of answered)
      if (answer.sender === sender && !accountOf.has(id) && accounts.has(answer.account)) answered.delete(id);
  };

  const refused = (word: string): NotPermitted | null => {
    const read = readAs(word);
    if (fixed.has(read)) return null;
    if (others.has(bare(read))) return listed;
    const isKnown = ours.has(read) || answered.get(bare(read))?.id === read || read === unknownValues.number;
    return isKnown || isNobodys(read) ? null : stranger;
  };

  return {
    see(exchange) {
      const { operation, request } = exchange;
      if (operation !== 'OP-6' && operation !== 'OP-7') return;
      const result = resultOf(exchange);
      const list = member(result, 'beneficiaries');
      if (operation === 'OP-7') added(exchange, idOf(member(result, 'beneficiaryId')));
      else if (Array.isArray(list)) shown(lastSegment(request.url), list);
    },
    refuse({ named = () => [] }) {
      const words = named();
      return words === null ? unread : firstOf(words, refused);
    },
  };
}

/** On our own sandbox nobody is a stranger. */
const everybody: OwnBeneficiaries = { see: () => undefined, refuse: () => null };

export const ownBeneficiariesOf = ({ target, beneficiary }: Pick<Config, 'target' | 'beneficiary'>): OwnBeneficiaries =>
  target.own ? everybody : known(beneficiary);
