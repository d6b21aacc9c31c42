import { findDeviatingStatus } from '../../core/records/deviation.ts';
import { mustServe } from '../../judge/served.ts';
import { isViolationOf } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import { listAccounts } from '../beneficiary/beneficiary.ts';
import { activate, addAccount, type Added } from '../beneficiary/changes.ts';
import { isListedActive, readUntilShown } from '../beneficiary/lists.ts';
import type { Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';

/** One more than a page of ten. */
const many = 11;

const isRefusedByCode = (error: unknown): boolean => isViolationOf(error, 'OP7-SERVED') && findDeviatingStatus(error.why.deviation) === 200;

/** How many beneficiaries a sender may have is open, so a refusal ends the adding and accuses nobody. Returns those that were taken. */
async function addWhileTaken(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  accounts: readonly string[],
): Promise<readonly Pick<Added, 'accountNo' | 'beneficiaryId'>[]> {
  const taken: Added[] = [];
  try {
    for (const account of accounts) taken.push(await addAccount(deps, session, sender, account));
  } catch (error) {
    if (!isRefusedByCode(error)) throw error;
    session.observe(`OP-7 refuses a further beneficiary after ${taken.length} more`);
  }
  return taken;
}

/** Adds accounts until the sender has many, activates two more, the third and the fourth of the sender, and reads until all is shown. */
export async function fillList(deps: Dependencies, session: Session, sender: Sender, accounts: readonly string[]): Promise<void> {
  const further = deps.people.accounts.several(accounts, many - accounts.length, 0);
  const taken = await addWhileTaken(deps, session, sender, further);
  // The first of them stays as it was, so that it shows what OP-13 does to a neighbor.
  const activated = taken.slice(taken.length > 2 ? 1 : 0).slice(0, 2);
  for (const { beneficiaryId } of activated) mustServe(await activate(deps, session, sender, beneficiaryId));
  const wanted = [...accounts, ...taken.map(({ accountNo }) => accountNo)];
  const areListed = (detail: Detail): boolean => wanted.every((account) => listAccounts(detail).includes(account));
  const areOn = ({ beneficiaries }: Detail): boolean =>
    activated.every(({ beneficiaryId }) => isListedActive(beneficiaries, beneficiaryId));
  await readUntilShown(deps, session, sender, (detail) => areListed(detail) && areOn(detail));
}
