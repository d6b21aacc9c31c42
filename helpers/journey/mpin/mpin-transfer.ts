import { notApplicable } from '../../judge/stop.ts';
import type { Session, Step } from '../../session/session.ts';
import { createCircumstance } from '../setup/circumstance.ts';
import type { Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Listed } from '../setup/detail.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Person } from '../setup/person.ts';
import { requireFunds } from '../transfer/require-funds.ts';
import { mustHavePaid } from '../transfer/made-transfers.ts';
import { createTransferFlow } from '../transfer/transfer-flow.ts';
import type { TransferFlow } from '../transfer/transfer-plan.ts';
import { firstForm } from './mpin-consent.ts';
import type { MpinForm } from '../../consent/consent-header.ts';

/** A transfer whose consents carry the MPIN, to its end. */
export interface MpinTransfer {
  readonly flow: TransferFlow;
  readonly whole: Step<void>;
}

interface MpinTransferPlan {
  readonly who: Step<Sender>;
  readonly form: Step<MpinForm>;
  readonly payee: Step<Listed>;
  readonly source: Step<string>;
  readonly follows: () => readonly Step<unknown>[];
  /** The usual transfer. */
  readonly paid: Step<unknown>;
}

/** Until it ends, every consent of this sender carries the MPIN. */
export async function withMpin<T>({ memory }: Dependencies, person: Person, run: () => Promise<T>): Promise<T> {
  const remembered = memory.of(person);
  const { needsMpin } = remembered;
  remembered.needsMpin = true;
  try {
    return await run();
  } finally {
    remembered.needsMpin = needsMpin;
  }
}

export function createMpinTransfer(deps: Dependencies, { who, form, payee, source, follows, paid }: MpinTransferPlan): MpinTransfer {
  const flow = createTransferFlow(deps, {
    name: 'a transfer with an MPIN',
    who,
    payee,
    source,
    amount: requireFunds(deps.people.amount, 'the MPIN sender'),
    compared: true,
    sessions: 'same',
    follows: [],
  });
  const whole = createCircumstance(deps, 'a transfer with an MPIN, to its end', async (session: Session) => {
    skipWhereCodesAreTyped(deps.people);
    const { person } = await session.use(who);
    if ((await session.use(form)) !== firstForm) throw notApplicable('the service takes the MPIN in another form than the first one');
    await session.use(payee);
    await mustHavePaid(deps, session, paid);
    await session.afterRequested(follows());
    await withMpin(deps, person, () => session.afterAll([flow.requested, flow.status, flow.invoice, flow.after]));
  });
  return { flow, whole };
}
