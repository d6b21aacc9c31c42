import { apiCodes } from '../../../specs/codes.ts';
import type { Reply } from '../../judge/reply.ts';
import { parseRequestBody } from '../../core/exchange.ts';
import { member } from '../../core/json.ts';
import { pluralize } from '../../core/text.ts';
import { untried, type Stop } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import { listAccounts } from '../../journey/beneficiary/beneficiary.ts';
import { idRefusalCodes } from '../../journey/onboarding/configured-ids.ts';
import type { Accounts } from '../../journey/setup/accounts.ts';
import type { Dependencies } from '../../journey/setup/dependencies.ts';
import type { Draft } from '../cases/draft.ts';
import { changeAt, quoteKey } from '../cases/json-tree.ts';
import type { ValidParts } from './valid-parts.ts';

/** Accounts for odd calls: each call gets a new one while at least two are left. The last one is kept for effect checks. */
export interface ValidAccounts {
  readonly isOurs: Accounts['isOurs'];
  /** The account for an OP-7. Without a new one, it is an account already listed, which the service may refuse for that (reading 1). */
  readonly next: (session: Session) => Promise<string>;
  /** Notes the account that an OP-7 added. */
  readonly noteReply: (reply: Reply) => void;
  /** Whether each OP-7 gets a new account; else the kept account, or the stop when there is none. */
  readonly supply: (session: Session) => Promise<'enough' | { readonly kept: string } | Stop>;
  readonly tooFew: () => Stop;
  /** Throws `tooFew` when a documented OP-7 was refused for want of a new account. */
  readonly excuse: (session: Session, reply: Reply) => Promise<void>;
}

export function createValidAccounts(
  { people: { accounts } }: Dependencies,
  { payee, before }: Pick<ValidParts, 'payee' | 'before'>,
): ValidAccounts {
  const { configured, isOurs, left, take } = accounts;
  const added: string[] = [];
  const listed = async (session: Session): Promise<readonly string[]> => {
    const { accountNumber } = await session.use(payee);
    return [...listAccounts(await session.use(before)), accountNumber, ...added];
  };
  const tooFew = (): Stop => {
    const more = `this needs ${configured.length + 1} or more: each served odd OP-7 takes one`;
    return untried(`DMT_BENEFICIARY_ACCOUNT lists ${pluralize(configured.length, 'account')}, ${more}`, 'configuration');
  };
  return {
    isOurs,
    tooFew,
    async next(session) {
      const taken = await listed(session);
      return left(taken) > 1 ? take(taken) : (configured[0] ?? '');
    },
    noteReply({ operation, exchange, code }) {
      const asked = operation.id === 'OP-7' && code === apiCodes.success ? member(parseRequestBody(exchange), 'accountNo') : null;
      if (typeof asked === 'string' && configured.includes(asked)) added.push(asked);
    },
    async supply(session) {
      const taken = await listed(session);
      return left(taken) > 1 ? 'enough' : left(taken) === 1 ? { kept: take(taken) } : tooFew();
    },
    async excuse(session, { operation, code }) {
      if (operation.id === 'OP-7' && idRefusalCodes.includes(code) && left(await listed(session)) <= 1) throw tooFew();
    },
  };
}

export const withAccount = (draft: Draft, account: string): Draft => ({
  ...draft,
  ...(draft.payload !== undefined && {
    payload: changeAt(draft.payload, ['accountNo'], (members) =>
      members.map((member) => (member.key === quoteKey('accountNo') ? { ...member, value: quoteKey(account) } : member)),
    ),
  }),
});
