import { valueAt } from '../../judge/fields.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { listAccounts } from '../beneficiary/beneficiary.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import { readDetail, type Sender } from '../sender/sender.ts';
import { type Detail } from '../setup/detail.ts';

/** Accounts that the MPIN sender has not listed. Each throws where there is none. */
export interface MpinAccounts {
  readonly paid: () => string;
  readonly wrongMpin: () => string;
  readonly wrongCode: () => string;
}

interface MpinAccountsPlan {
  readonly who: Step<Sender>;
  readonly onboarding: Onboarding;
  /** The list before the suite gave this sender a beneficiary, which takes one account; null where it gave none. */
  readonly listedBefore: Step<Detail> | null;
}

export function createMpinAccountsStep(deps: Dependencies, { who, onboarding, listedBefore }: MpinAccountsPlan): Step<MpinAccounts> {
  const { accounts } = deps.people;
  const accountsBefore = async (session: Session): Promise<readonly string[]> => {
    if (listedBefore !== null) return listAccounts(await session.use(listedBefore));
    // A new user has no accounts, and reading the list would cost a code.
    if (valueAt(await session.use(onboarding.statusBefore), 'result.isOldUser') === 'false') return [];
    return listAccounts(await readDetail(deps, session, await session.use(who)));
  };
  const taken = listedBefore === null ? 0 : 1;
  return step('accounts of the MPIN sender', async (session) => {
    const listed = await accountsBefore(session);
    return {
      paid: () => accounts.take(listed, taken + 1),
      wrongMpin: () => accounts.lend(listed, taken + 1, 1),
      wrongCode: () => accounts.lend(listed, taken + 1, 2),
    };
  });
}
