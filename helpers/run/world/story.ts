import Big from 'big.js';
import { accountsOf } from './balance.ts';
import { findingAround, valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { blocked } from '../../judge/stop.ts';
import { step, type Step } from '../step.ts';
import { beneficiariesOf, type Beneficiaries } from './beneficiary.ts';
import { episode, type Episode, type EpisodePlan, type Holdings } from './episode.ts';
import type { Kit } from './kit.ts';
import type { Onboarding } from './onboarding.ts';
import { asSender, type Sender } from './sender.ts';
import { queryFormOf } from './query-form.ts';
import { readTransferScheme } from './transfer.ts';

/** The typical order of calls, for one customer. */
export interface Story {
  readonly onboarding: Onboarding;
  readonly scheme: Step<Reply>;
  readonly sender: Step<Sender>;
  readonly beneficiaries: Beneficiaries;
  /** OP-8 for every source OP-2 lists, by source. */
  readonly schemes: Step<ReadonlyMap<string, Reply>>;
  /** The payment source that transfers are paid from. */
  readonly source: Step<string>;
  /** The usual amount, compared before and after. */
  readonly usual: Episode;
  readonly withDecimals: Episode;
  readonly belowOne: Episode;
  /** OP-9 with the session in the query, whatever it is answered with (reading 18). */
  readonly queryForm: Step<Reply>;
  /** More than the sender has. */
  readonly aboveBalance: Episode;
}

export interface StoryParts {
  readonly onboarding: Onboarding;
  readonly subAgent: Onboarding;
  /** OP-2. */
  readonly sources: Step<Reply>;
  /** With everything that is compared only once, on one sender. */
  readonly thorough: boolean;
  /** Steps of others that come before the beneficiaries are read. */
  readonly follows: readonly Step<unknown>[];
}

/** The sources of OP-2 that are as specified; another value is broken on its own account and asked about nowhere. */
function listedSources(reply: Reply): string[] {
  const result = valueAt(reply, 'result');
  const entries: readonly unknown[] = Array.isArray(result) ? result : [];
  return entries.filter((each, index) => typeof each === 'string' && findingAround(reply, `result[${index}]`) === undefined).map(String);
}

/** More than both accounts hold, by the usual amount. */
function aboveBalance(kit: Kit, { balances }: Holdings): string {
  const { mainAccount, cashbackAccount } = accountsOf(balances.at(-1) ?? balances[0]);
  return new Big(Math.max(mainAccount, 0)).plus(Math.max(cashbackAccount, 0)).plus(kit.people.amount).round(2, Big.roundUp).toFixed();
}

/** OP-8 names the payment source, so the one to pay from comes last (reading 20). */
function schemesOf(kit: Kit, role: string, sender: Step<Sender>, sources: Step<Reply>): Story['schemes'] {
  return step(`transfer schemes of the ${role}`, async (session) => {
    const who = await session.use(sender);
    const reply = await session.use(sources);
    const listed = listedSources(reply);
    if (listed.length === 0)
      throw blocked(findingAround(reply, 'result[0]')?.clause ?? 'OP2-RESULT-VALUES', 'OP-2 lists no payment source', 'service');
    const order = [...listed].sort((one) => (one === kit.people.paymentSource ? 1 : -1));
    return kit.inTurn(who.person, async () => {
      const replies = new Map<string, Reply>();
      for (const source of order) replies.set(source, await readTransferScheme(session, who, source));
      return replies;
    });
  });
}

/** The configured source, or the one that is listed instead. */
function sourceOf(kit: Kit, sources: Step<Reply>): Step<string> {
  return step('payment source', async (session) => {
    const done = await session.after(sources);
    const listed = done.ok ? listedSources(done.value) : [];
    return listed.includes(kit.people.paymentSource) ? kit.people.paymentSource : (listed[0] ?? kit.people.paymentSource);
  });
}

export function storyOf(kit: Kit, { onboarding, subAgent, sources, thorough, follows }: StoryParts): Story {
  const { role } = onboarding.person;
  const { scheme, sender } = asSender(onboarding, subAgent);
  const beneficiaries = beneficiariesOf(kit, sender, { role, thorough, follows });
  const schemes = schemesOf(kit, role, sender, sources);
  const source = sourceOf(kit, sources);
  const common = { who: sender, payee: beneficiaries.payee, source, compared: null, sameSession: false, follows: [] } as const;
  const compared = 'balance-and-detail';
  const transfer = (name: string, plan: Partial<EpisodePlan> & Pick<EpisodePlan, 'amount'>): Episode =>
    episode(kit, { ...common, ...plan, name: `${name} of the ${role}` });
  const { amount } = kit.people;
  const withDecimals = transfer('a transfer with decimals', { amount: new Big(amount).plus('0.37').toFixed() });
  return {
    onboarding,
    scheme,
    sender,
    beneficiaries,
    schemes,
    source,
    usual: transfer('the usual transfer', { amount, compared: thorough ? compared : 'balance', follows }),
    withDecimals,
    belowOne: transfer('a transfer below one', { amount: '0.53', sameSession: true, follows: [withDecimals.status] }),
    queryForm: queryFormOf(kit, { who: sender, payee: beneficiaries.payee, source }),
    aboveBalance: transfer('a transfer above the balance', { amount: (before) => aboveBalance(kit, before), compared }),
  };
}
