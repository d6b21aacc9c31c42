import type { Walk, Who } from './model.ts';
import type { Entry } from './view.ts';

/** What a sender lists may have come about elsewhere: only beneficiaries of our accounts are paid or activated. */
export const oursOf = ({ deps, picture }: Pick<Walk, 'deps' | 'picture'>, who: Who): readonly Entry[] =>
  picture.senders[who].entries.filter(({ account, ifsc }) => deps.people.accounts.isOurs(account, ifsc));

/** Of either sender, so that no two of them have one account: whose a list is would not show by it. */
export const accountsListed = ({ picture }: Pick<Walk, 'picture'>): readonly string[] =>
  picture.senders.flatMap(({ entries }) => entries.map(({ account }) => account));
