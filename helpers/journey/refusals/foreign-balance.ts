import { untried } from '../../judge/stop.ts';
import { step, type Step } from '../../session/session.ts';
import { readCurrentDetail, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { readBalances, type AccountBalances } from '../transfer/balance.ts';
import { createBalanceReader, readOnceSettled } from '../transfer/balance-reader.ts';
import { createBalancesAgain, type BalancesAround } from '../transfer/balances-around.ts';

/** The balance of the sender whom a refused transfer names in `from`. */
export interface ForeignBalance {
  readonly before: Step<AccountBalances>;
  readonly around: (refused: Step<unknown>) => Step<BalancesAround>;
  readonly again: (refused: Step<unknown>) => Step<BalancesAround>;
}

const countTransfers = ({ memory }: Dependencies, { senderId }: Sender): number =>
  memory.madeTransfers.filter((made) => made.senderId === senderId).length;

/** `follows` are the sender's own calls, and those that compare its balance. */
export function createForeignBalance(deps: Dependencies, who: Step<Sender>, follows: () => readonly Step<unknown>[]): ForeignBalance {
  const opened = step('the balance of another sender before refused calls', async (session) => {
    const sender = await session.use(who);
    await session.afterRequested(follows());
    return deps.inTurn(sender.person, async () => {
      const reader = createBalanceReader(deps, sender, await readCurrentDetail(deps, session, sender));
      const before = await readOnceSettled(deps, sender, reader, session);
      return { sender, reader, before, paid: countTransfers(deps, sender) };
    });
  });
  return {
    again: (sent) => createBalancesAgain(deps, { name: 'a refused call of another sender', who, sent }),
    before: step(opened.name, async (session) => (await session.use(opened)).before),
    around: (refused) =>
      step('the balance of another sender around refused calls', async (session) => {
        await session.after(refused);
        const { sender, reader, before, paid } = await session.use(opened);
        const after = readBalances(await deps.inTurn(sender.person, () => reader.read(session)));
        if (countTransfers(deps, sender) !== paid) throw untried('the other sender paid for itself meanwhile', 'environment');
        return { before, after };
      }),
  };
}
