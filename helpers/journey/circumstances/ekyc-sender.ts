import { toIdText } from '../../core/answers.ts';
import { parseRequestBody } from '../../core/exchange.ts';
import { member } from '../../core/json.ts';
import type { Reply } from '../../judge/reply.ts';
import { notApplicable } from '../../judge/stop.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import type { RefusedCallResult } from '../calls/send-refused-call.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { withMpin } from '../mpin/mpin-transfer.ts';
import type { MpinForm } from '../../consent/consent-header.ts';
import { findNewestDetail, type Sender } from '../sender/sender.ts';
import { createCircumstance } from '../setup/circumstance.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';
import { partIfDone } from '../setup/part-step.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import { createBalanceReader, readUntilIdle } from '../transfer/balance-reader.ts';
import type { BalancesAround } from '../transfer/balances-around.ts';
import { askAbout } from '../transfer/made-transfers.ts';
import type { BalanceReadings, TransferFlow } from '../transfer/transfer-plan.ts';
import { createBalances, createFlow, createPayee, createReads, createRefused, createTagged, createUnconsented } from './ekyc-calls.ts';
import { createEkycMpin, createMpinSetAgain, createStandingMpin, type RightMpin } from './ekyc-mpin.ts';

/** Calls that the service should refuse as before. */
type Refused = 'mpin' | 'none' | 'missing' | 'wrongCode' | 'beneficiary' | 'transfer';

/**
 * A sender with beneficiaries and transfers, before OP-16 and after it. What it shows holds whether or not the eKYC process was completed:
 * its tag, its list, its money and its consents stay.
 */
export interface EkycSender {
  /** Comes before OP-16, where a check asks for what follows. */
  readonly before: Step<unknown>;
  /** OP-6 with a right code, behind it: the sender is not locked. */
  readonly after: Step<Detail>;
  readonly refused: Readonly<Record<Refused, Step<RefusedCallResult>>>;
  readonly rightMpin: Step<RightMpin>;
  /** Some MPIN is still wrong on OP-6. */
  readonly mpinStands: Step<boolean>;
  readonly mpinSetAgain: Step<Reply>;
  readonly balances: Step<BalancesAround>;
  readonly transfer: TransferFlow;
}

interface EkycSenderPlan {
  readonly journey: CustomerJourney;
  readonly requested: Step<Reply>;
  readonly completed: Step<boolean>;
  /** The form in which the service took an MPIN. */
  readonly form: () => Step<MpinForm>;
  /** All other calls of the same sender. */
  readonly follows: readonly Step<unknown>[];
}

function createBefore(deps: Dependencies, { journey, form, follows }: EkycSenderPlan, mpinSet: Step<unknown>): Step<BalanceReadings> {
  return createCircumstance(deps, 'a sender before its eKYC', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    const who = await session.use(journey.sender);
    await session.afterRequested([...follows, form()]);
    const payee = await session.use(journey.beneficiaries.payee);
    return deps.inTurn(who.person, async () => {
      const newest = findNewestDetail(deps, who) ?? payee.detail;
      const reader = createBalanceReader(deps, who, newest);
      const balances = await readUntilIdle(deps, who, reader, session);
      // OP-12 may end the sessions of its sender.
      await session.after(mpinSet);
      return { detail: reader.detail(), balances };
    });
  });
}

/** OP-16 may refuse a user who is tagged, and is then asked for another one (reading 1). */
function mustBeAbout({ exchange }: Reply, mobile: string): void {
  const asked = toIdText(member(parseRequestBody(exchange), 'mobile'));
  if (Number(asked) !== Number(mobile)) throw notApplicable('OP-16 refuses users who are tagged');
}

/** OP-10 and OP-11 of a transfer that is older than the eKYC. */
async function askAboutOlder(deps: Dependencies, session: Session, { senderId }: Sender): Promise<void> {
  const made = deps.memory.madeTransfers.find((each) => each.senderId === senderId);
  if (made !== undefined) await askAbout(deps, session, made);
}

/** What was asked for comes after `before`, and ends before anything is sent again. */
function createAsked({ journey, requested, completed }: EkycSenderPlan, before: Step<unknown>): Step<void> {
  return step('an eKYC asked for', async (session) => {
    await session.use(before);
    mustBeAbout(await session.use(requested), journey.onboarding.person.mobile);
    await session.after(completed);
  });
}

/** What keeps the calls from being sent keeps each part from them. */
const createParts = (calls: Step<unknown>, flow: TransferFlow) => {
  const part = partIfDone(calls);
  const { before, requested, status, invoice, after } = flow;
  const transfer: TransferFlow = {
    ...flow,
    before: part(before),
    requested: part(requested),
    status: part(status),
    invoice: part(invoice),
    after: part(after),
  };
  return { part, transfer };
};

const wrongCodes = ['after-ekyc-mpin', 'after-ekyc-OP-6', 'after-ekyc-OP-7'] as const;

export function createEkycSender(deps: Dependencies, plan: EkycSenderPlan): EkycSender {
  const { journey } = plan;
  const { person } = journey.onboarding;
  const mpin = createEkycMpin(deps, { who: journey.sender, form: plan.form });
  const before = createBefore(deps, plan, mpin.set);
  const asked = createAsked(plan, before);
  const who = createTagged(deps, journey);
  const { rightMpin, read } = createReads(deps, who, before);
  const refused = createRefused(deps, who, before);
  const after = { who, payee: createPayee(journey, read) };
  const flow = createFlow(deps, journey, after);
  const unconsented = createUnconsented(deps, flow, after);
  const inTurn = (session: Session, ...parts: readonly Step<unknown>[]): Promise<void> =>
    deps.inTurn(person, () => session.afterAll(parts));
  const send = async (session: Session): Promise<void> => {
    await session.use(asked);
    await inTurn(session, mpin.wrong, who);
    const run = async (): Promise<void> => {
      await inTurn(session, refused.none, refused.missing, refused.wrongCode, rightMpin, read, refused.beneficiary);
      await session.after(flow.requested);
      await session.after(unconsented);
    };
    await ((await session.after(mpin.set)).ok ? withMpin(deps, person, run) : run());
    await askAboutOlder(deps, session, await session.use(journey.sender));
  };
  const calls = createCircumstance(deps, 'calls of a sender after its eKYC', (session) =>
    deps.wrongCodeBudget.keep(wrongCodes, () => send(session)),
  );
  const { part, transfer } = createParts(calls, flow);
  return {
    before,
    after: part(read),
    refused: {
      mpin: part(mpin.wrong),
      none: part(refused.none),
      missing: part(refused.missing),
      wrongCode: part(refused.wrongCode),
      beneficiary: part(refused.beneficiary),
      transfer: part(unconsented),
    },
    rightMpin: part(rightMpin),
    mpinStands: createStandingMpin(deps, { who, follows: calls }),
    mpinSetAgain: createMpinSetAgain(deps, { who, follows: calls }),
    balances: part(createBalances(before, flow)),
    transfer,
  };
}
