import { requestTransfer } from '../../../specs/operations.ts';
import { notApplicable } from '../../judge/stop.ts';
import type { Reply } from '../../judge/reply.ts';
import { step, type Step } from '../../session/session.ts';
import { plainCall, type Scene } from '../calls/attempt.ts';
import { accountsOf, balanceReader, idleAccounts, idleReadings, type Accounts, type BalanceReader } from '../transfer/balance.ts';
import type { Closed } from '../calls/closing.ts';
import { withWrongOtp } from '../consent/wrong-otp.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';

/** What the sender had before and after one call, in OP-14. */
export interface BalanceSnapshots {
  readonly before: Accounts;
  readonly after: Accounts;
}

/** OP-14 read twice with nothing in between, and as often as needed after. */
interface Watch {
  readonly idle: Step<Accounts>;
  readonly read: (name: string, behind: Step<unknown>) => Step<Accounts>;
}

function watchOf(deps: Dependencies, name: string, scene: Step<Scene>, from: Step<Detail>): Watch {
  const reader = step(`the balance ${name}`, async (session): Promise<BalanceReader> =>
    balanceReader(deps, (await session.use(scene)).sender, await session.use(from)),
  );
  const idle = step(`the idle balance ${name}`, async (session) => {
    return idleAccounts(await idleReadings(deps, (await session.use(scene)).sender, await session.use(reader), session));
  });
  const read = (after: string, behind: Step<unknown>): Step<Accounts> =>
    step(`the balance after ${after}`, async (session) => {
      await session.use(behind);
      return accountsOf(await (await session.use(reader)).read(session));
    });
  return { idle, read };
}

const pair = (name: string, before: Step<Accounts>, after: Step<Accounts>): Step<BalanceSnapshots> =>
  step(`the balance around ${name}`, async (session) => ({ before: await session.use(before), after: await session.use(after) }));

/** The balance around each of these calls, in the order they are made. */
export function balanceSnapshots(deps: Dependencies, scene: Step<Scene>, opening: Step<Detail>, keys: readonly string[]) {
  const { idle, read } = watchOf(deps, 'before refused calls', scene, opening);
  const around = new Map<string, Step<BalanceSnapshots>>();
  let last = idle;
  for (const key of keys) {
    const after = read(key, last);
    around.set(key, pair(key, last, after));
    last = after;
  }
  return { idle, around };
}

/** A transfer with a wrong code, and the balance around it; it comes last, with the newest session. */
export interface WrongTransfer {
  readonly reply: Step<Reply>;
  readonly balances: Step<BalanceSnapshots>;
  /** In the order they are to be done. */
  readonly order: readonly Step<unknown>[];
}

export function wrongTransferOf(deps: Dependencies, scene: Step<Scene>, closed: Step<Closed>): WrongTransfer {
  const detail = step('the newest sessions', async (session) => (await session.use(closed)).detail);
  const reply = step('OP-9 with a wrong code', async (session) => {
    const at = await session.use(scene);
    if (at.transferScheme === 'NONE') throw notApplicable('the scheme asks for no verification');
    const call = await plainCall(at, requestTransfer, session);
    return withWrongOtp(deps, session, at.sender.person, ({ consent }) =>
      session.probe(requestTransfer, { ...call, consent, wrongCode: at.sender.person.mobile }),
    );
  });
  const { idle, read } = watchOf(deps, 'before a wrong code', scene, detail);
  const around = pair('a wrong code', idle, read('a wrong code', reply));
  return { reply, balances: around, order: [idle, reply, around] };
}
