import { calculateAboveBalance, readLastBalances } from '../transfer/balance.ts';
import { transferSecurityScheme } from '../../../specs/operations.ts';
import { findingAround, valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { findNotServedStop, isListedRefusal, mustServe } from '../../judge/served.ts';
import { blocked } from '../../judge/stop.ts';
import { step, type Step } from '../../session/session.ts';
import { createBeneficiarySteps, type Beneficiaries } from '../beneficiary/beneficiary.ts';
import { hasFailed } from '../transfer/polled-status.ts';
import { createTransferFlow } from '../transfer/transfer-flow.ts';
import type { TransferFlow, TransferPlan } from '../transfer/transfer-plan.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { requireFunds } from '../transfer/require-funds.ts';
import { createConfiguredTransfer } from '../transfer/configured-transfer.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import { readCurrentDetail, type Sender } from '../sender/sender.ts';
import { createSenderSteps } from '../sender/sender-steps.ts';
import { type Detail } from '../setup/detail.ts';
import { createQueryForm, type QueryForm } from './query-form.ts';
import { createRepeat, type Repeat } from './repeat.ts';
import { buildSchemeCall } from '../transfer/transfer.ts';

export interface CustomerJourney {
  readonly onboarding: Onboarding;
  readonly scheme: Step<Reply>;
  readonly sender: Step<Sender>;
  readonly beneficiaries: Beneficiaries;
  /** OP-8 for each source that OP-2 lists. */
  readonly schemeAnswers: Step<ReadonlyMap<string, Reply>>;
  /** Those that were served, at least one. */
  readonly schemes: Step<ReadonlyMap<string, Reply>>;
  /** The sources of OP-2 that are as specified. */
  readonly sources: Step<readonly string[]>;
  readonly source: Step<string>;
  /** The usual amount, with the balance before and after. */
  readonly usualTransfer: TransferFlow;
  /** OP-9 with the session in the query; any answer is allowed (reading 18). */
  readonly queryForm: QueryForm;
  readonly repeat: Repeat;
  readonly transferAboveBalance: TransferFlow;
  /** The same once more, for a check that is about to accuse (reading 17). */
  readonly transferAboveBalanceAgain: TransferFlow;
  /** All transfers. A step of one ends with the whole transfer. */
  readonly transfers: readonly Step<unknown>[];
  /** OP-6 after all transfers that this run asks for. */
  readonly detailAfter: Step<Detail>;
}

interface CustomerJourneyParts {
  readonly onboarding: Onboarding;
  readonly subAgent: Onboarding;
  readonly sources: Step<Reply>;
  /** The configured customer, with everything that the suite compares on one sender only. */
  readonly isConfigured: boolean;
  readonly follows: readonly Step<unknown>[];
}

/** The sources of OP-2 that are as specified. Any other value breaks its own clause and gets no OP-8. */
function readListedSources(reply: Reply): string[] {
  const result = valueAt(reply, 'result');
  const entries: readonly unknown[] = Array.isArray(result) ? result : [];
  return entries.filter((each, index) => typeof each === 'string' && findingAround(reply, `result[${index}]`) === undefined).map(String);
}

/** OP-8 names the payment source, so the source to pay from comes last (reading 20). */
function createSchemeAnswersStep(
  deps: Dependencies,
  role: string,
  sender: Step<Sender>,
  sources: Step<Reply>,
): CustomerJourney['schemeAnswers'] {
  return step(`transfer schemes of the ${role}`, async (session) => {
    const who = await session.use(sender);
    const reply = await session.use(sources);
    const listed = readListedSources(reply);
    if (listed.length === 0)
      throw blocked(findingAround(reply, 'result[0]')?.clause ?? 'OP2-RESULT-VALUES', 'OP-2 lists no payment source', 'service');
    const order = [...listed].sort((one) => (one === deps.people.paymentSource ? 1 : -1));
    return deps.inTurn(who.person, async () => {
      const replies = new Map<string, Reply>();
      for (const source of order) replies.set(source, await session.send(transferSecurityScheme, buildSchemeCall(who, source)));
      return replies;
    });
  });
}

/** A source may be refused where another is served (reading 1). */
function createSchemes(
  deps: Dependencies,
  role: string,
  sender: Step<Sender>,
  sources: Step<Reply>,
): Pick<CustomerJourney, 'schemeAnswers' | 'schemes'> {
  const schemeAnswers = createSchemeAnswersStep(deps, role, sender, sources);
  const schemes = step(`served transfer schemes of the ${role}`, async (session) => {
    const replies = [...(await session.use(schemeAnswers))];
    const served = replies.filter(([, reply]) => findNotServedStop(reply) === null);
    for (const [, reply] of replies) if (served.length === 0 || !isListedRefusal(reply)) mustServe(reply);
    return new Map(served);
  });
  return { schemeAnswers, schemes };
}

/** The configured source, or the first listed one where OP-2 does not list the configured source. */
function createSourceStep(deps: Dependencies, sources: CustomerJourney['sources']): Step<string> {
  return step('payment source', async (session) => {
    const done = await session.after(sources);
    const listed = done.ok ? done.value : [];
    return listed.includes(deps.people.paymentSource) ? deps.people.paymentSource : (listed[0] ?? deps.people.paymentSource);
  });
}

interface BeforeDetail {
  readonly sender: Step<Sender>;
  readonly usualTransfer: TransferFlow;
  readonly above: TransferFlow;
  readonly transfers: readonly Step<unknown>[];
}

function createDetailAfter(deps: Dependencies, role: string, { sender, usualTransfer, above, transfers }: BeforeDetail): Step<Detail> {
  return step(`the ${role} after its transfers`, async (session) => {
    const who = await session.use(sender);
    await session.use(usualTransfer.requested);
    await session.afterRequested(transfers);
    // It takes no limit, so the list before it shows them all, and a reading costs a code.
    if (hasFailed(await session.after(above.status))) return (await session.use(above.before)).detail;
    return deps.inTurn(who.person, () => readCurrentDetail(deps, session, who));
  });
}

export function createCustomerJourney(
  deps: Dependencies,
  { onboarding, subAgent, sources, isConfigured, follows }: CustomerJourneyParts,
): CustomerJourney {
  const { role } = onboarding.person;
  const { scheme, sender } = createSenderSteps(onboarding, subAgent);
  const beneficiaries = createBeneficiarySteps(deps, sender, { role, firstSwitch: isConfigured ? 'deactivate' : 'activate', follows });
  const schemes = createSchemes(deps, role, sender, sources);
  const listedSources = step('listed payment sources', async (session) => readListedSources(await session.use(sources)));
  const source = createSourceStep(deps, listedSources);
  const common = { who: sender, payee: beneficiaries.payee, source, compared: false, sessions: 'at-hand', follows: [] } as const;
  const transfer = (name: string, plan: Partial<TransferPlan> & Pick<TransferPlan, 'amount'>): TransferFlow =>
    createTransferFlow(deps, { ...common, ...plan, name: `${name} of the ${role}` });
  const { amount, pastTransfer } = deps.people;
  const played = transfer('the usual transfer', { amount: isConfigured ? amount : requireFunds(amount, `the ${role}`), compared: true });
  const past = pastTransfer === null || !isConfigured ? {} : createConfiguredTransfer(deps, subAgent.tagId, pastTransfer);
  const usualTransfer = { ...played, ...past };
  // The transfers run in order, so that each uses what the last one showed. Each step ends with its whole transfer.
  const before = [usualTransfer.requested];
  const queryForm = createQueryForm(deps, {
    who: sender,
    payee: beneficiaries.payee,
    source,
    balances: usualTransfer.after,
    follows: before,
  });
  const repeat = createRepeat(deps, usualTransfer, { who: sender, payee: beneficiaries.payee, follows: [...before, queryForm.reply] });
  const transferAbove = (name: string, follows: readonly Step<unknown>[]): TransferFlow =>
    transfer(name, {
      amount: ({ balances }) => calculateAboveBalance(readLastBalances(balances), amount),
      compared: true,
      sessions: 'new',
      follows,
    });
  const above = transferAbove('a transfer above the balance', [...before, queryForm.reply, repeat.sent]);
  const transfers: readonly Step<unknown>[] = [...before, queryForm.reply, repeat.sent, above.requested];
  const detailAfter = createDetailAfter(deps, role, { sender, usualTransfer, above, transfers });
  return {
    onboarding,
    scheme,
    sender,
    beneficiaries,
    ...schemes,
    sources: listedSources,
    source,
    usualTransfer,
    queryForm,
    repeat,
    transferAboveBalance: above,
    transferAboveBalanceAgain: transferAbove('a transfer above the balance, once more,', [above.after]),
    transfers,
    detailAfter,
  };
}

/** The last steps of a customer: calls that may lock its sender come after them. */
export const listEndSteps = ({ beneficiaries, transfers, detailAfter }: CustomerJourney): Step<unknown>[] => [
  beneficiaries.activated,
  ...transfers,
  detailAfter,
];
