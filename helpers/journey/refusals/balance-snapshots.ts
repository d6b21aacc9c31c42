import { requestTransfer } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { step, type Step } from '../../session/session.ts';
import { plainCall, type RefusalContext, mustBeSpare } from '../calls/refused-call.ts';
import {
  readBalances,
  createBalanceReader,
  requireIdleBalances,
  readUntilIdle,
  type AccountBalances,
  type BalanceReader,
} from '../transfer/balance.ts';
import type { Closed } from '../calls/closing.ts';
import { mustAskForConsent } from '../consent/consent.ts';
import { mustServeQueryForm } from './query-form-calls.ts';
import { withWrongOtp } from '../consent/wrong-otp.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { readDetail } from '../sender/sender.ts';
import type { Detail } from '../setup/detail.ts';

export interface BalancesAround {
  readonly before: AccountBalances;
  readonly after: AccountBalances;
}

/** OP-14 read twice with nothing in between, then once after each call. */
interface BalanceReads {
  readonly idle: Step<AccountBalances>;
  readonly read: (name: string, behind: Step<unknown>) => Step<AccountBalances>;
}

function createBalanceReads(deps: Dependencies, name: string, context: Step<RefusalContext>, from: Step<Detail>): BalanceReads {
  const reader = step(`the balance ${name}`, async (session): Promise<BalanceReader> =>
    createBalanceReader(deps, (await session.use(context)).sender, await session.use(from)),
  );
  const idle = step(`the idle balance ${name}`, async (session) => {
    return requireIdleBalances(await readUntilIdle(deps, (await session.use(context)).sender, await session.use(reader), session));
  });
  const read = (after: string, behind: Step<unknown>): Step<AccountBalances> =>
    step(`the balance after ${after}`, async (session) => {
      await session.use(behind);
      return readBalances(await (await session.use(reader)).read(session));
    });
  return { idle, read };
}

const createBalancesAround = (name: string, before: Step<AccountBalances>, after: Step<AccountBalances>): Step<BalancesAround> =>
  step(`the balance around ${name}`, async (session) => ({ before: await session.use(before), after: await session.use(after) }));

/** The balance around each call, in the order of the calls. */
interface AllBalancesPlan {
  readonly name: string;
  readonly context: Step<RefusalContext>;
  readonly opening: Step<Detail>;
  readonly keys: readonly string[];
}

export function createAllBalancesAround(deps: Dependencies, { name, context, opening, keys }: AllBalancesPlan) {
  const { idle, read } = createBalanceReads(deps, `before ${name}`, context, opening);
  const around = new Map<string, Step<BalancesAround>>();
  let last = idle;
  for (const key of keys) {
    const after = read(key, last);
    around.set(key, createBalancesAround(key, last, after));
    last = after;
  }
  return { idle, around };
}

/** A transfer with a wrong code, and the balance around it. It comes last, with the newest session. */
export interface WrongTransfer {
  readonly reply: Step<Reply>;
  /** The same sender with a right code. */
  readonly control: Step<unknown>;
  readonly balances: Step<BalancesAround>;
  readonly order: readonly Step<unknown>[];
}

interface WrongTransferPlan {
  readonly name: string;
  readonly context: Step<RefusalContext>;
  readonly closed: Step<Closed>;
  readonly form: string;
  readonly queryForm: Step<Reply>;
}

export function createWrongTransfer(deps: Dependencies, { name, context, closed, form, queryForm }: WrongTransferPlan): WrongTransfer {
  const detail = step(`the newest sessions after ${name}`, async (session) => (await session.use(closed)).detail);
  const reply = step(`OP-9 with a wrong code after ${name}`, async (session) => {
    const at = await session.use(context);
    mustAskForConsent(at.transferScheme);
    if (form === 'query') {
      await mustServeQueryForm(session, queryForm);
      // A configured person gets two wrong codes a day, so one run sends one (DESIGN: configuration).
      await mustBeSpare(session, at, 'a wrong code in the query form');
    }
    const call = await plainCall(at, requestTransfer, session, { form });
    return withWrongOtp(deps, session, at.sender.person, ({ consent }) =>
      session.probe(requestTransfer, { ...call, consent, wrongCode: at.sender.person.mobile }),
    );
  });
  const { idle, read } = createBalanceReads(deps, `before a wrong code after ${name}`, context, detail);
  const around = createBalancesAround('a wrong code', idle, read(`a wrong code after ${name}`, reply));
  const control = step(`a right code after a wrong one (${name})`, async (session) => {
    const { sender } = await session.use(context);
    return deps.inTurn(sender.person, () => readDetail(deps, session, sender));
  });
  return { reply, control, balances: around, order: [idle, reply, around] };
}
