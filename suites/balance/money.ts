import { sure, valueAt } from '../../helpers/judge/fields.ts';
import { placeOf } from '../../helpers/judge/reply.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type Stage, type Suite } from '../../helpers/run/check.ts';
import { accountsOf, idleAccounts, sameAccounts, type Accounts } from '../../helpers/run/world/balance.ts';
import type { Episode, Holdings } from '../../helpers/run/world/episode.ts';
import type { Detail } from '../../helpers/run/world/sender.ts';
import type { Story } from '../../helpers/run/world/story.ts';
import { settled } from '../../helpers/run/world/transfer.ts';
import { wasRefused } from '../support/refused-amount.ts';
import { senders } from '../support/senders.ts';

const show = ({ mainAccount, cashbackAccount }: Accounts): string => `mainAccount ${mainAccount}, cashbackAccount ${cashbackAccount}`;

const lastOf = ({ balances }: Holdings): Accounts => accountsOf(balances.at(-1) ?? balances[0]);

/** The transfer was paid out for good, so that money has to have left the sender. */
async function paid(stage: Stage, { status, invoice }: Episode): Promise<void> {
  if (settled(await stage.use(status)) === 'FAILED') throw notApplicable('OP-10 calls the transfer FAILED');
  const watched = await stage.use(invoice);
  if (settled(watched) === 'FAILED') throw notApplicable('OP-11 calls the transfer FAILED');
  if (sure(watched.last, 'result.isDelayed') === 'true')
    throw notApplicable("the transfer is delayed: its amount is settled in the customer's wallet");
}

function debited(who: string, story: (stage: Stage) => Story): ActiveCheck {
  return check('OP14-DEBITED', who, `a completed wallet transfer leaves the ${who} with less`, async (stage) => {
    const { usual, source } = story(stage);
    if ((await stage.use(source)) !== 'wallet') throw notApplicable('transfers are not paid from the wallet');
    await paid(stage, usual);
    const before = idleAccounts((await stage.use(usual.before)).balances);
    const holdings = await stage.use(usual.after);
    const after = lastOf(holdings);
    stage.observe(`mainAccount fell by ${(before.mainAccount - after.mainAccount).toFixed(2)} for the usual amount`);
    stage.must.hold(after.mainAccount < before.mainAccount, {
      expected: `mainAccount below ${before.mainAccount} within DMT_PENDING_TIMEOUT_MS`,
      received: String(after.mainAccount),
      place: 'result.mainAccount',
    });
  });
}

type Limits = Readonly<Record<string, number>>;

function limitsOf({ reply }: Detail): Limits {
  const limits = sure(reply, 'result.limitLeft');
  const entries = typeof limits === 'object' && limits !== null ? Object.entries(limits) : [];
  return Object.fromEntries(entries.map(([period, left]: [string, unknown]) => [period, Number(left)]));
}

/** The periods known before and after, with what was left. */
async function limitChanges(stage: Stage, { usual, detailAfter }: Story): Promise<{ period: string; was: number; is: number }[]> {
  await paid(stage, usual);
  const before = limitsOf((await stage.use(usual.before)).detail);
  const after = limitsOf(await stage.use(detailAfter));
  const changes = Object.entries(before).flatMap(([period, was]) =>
    after[period] === undefined ? [] : [{ period, was, is: after[period] }],
  );
  if (changes.length === 0) throw notApplicable('the sender has no limits');
  return changes;
}

async function nothingMoved(stage: Stage, { before, after }: Episode): Promise<void> {
  const was = idleAccounts((await stage.use(before)).balances);
  const is = lastOf(await stage.use(after));
  stage.must.hold(sameAccounts(was, is), { expected: show(was), received: show(is), place: 'OP-14 before and after' });
}

const above = ({ world }: Stage): Episode => world.customer.aboveBalance;

export const money: Suite = {
  name: 'Money',
  area: 'Business operations',
  checks: [
    ...Object.entries(senders).map(([who, story]) => debited(who, story)),
    check('LIMIT-FALLS', 'usual', 'a completed transfer uses up some limit', { operation: 'OP-6' }, async (stage) => {
      const changes = await limitChanges(stage, stage.world.customer);
      const told = changes.map(({ period, was, is }) => `${period} ${was} → ${is}`).join(', ');
      stage.must.hold(
        changes.some(({ was, is }) => is < was),
        { expected: 'a period with less left than before', received: told, place: 'result.limitLeft' },
      );
    }),
    check('LIMIT-NOT-RAISED', 'usual', 'a completed transfer raises no limit', { operation: 'OP-6' }, async (stage) => {
      const raised = (await limitChanges(stage, stage.world.customer)).filter(({ was, is }) => is > was);
      const told = raised.map(({ period, was, is }) => `${period} ${was} → ${is}`).join(', ');
      stage.must.hold(raised.length === 0, { expected: 'no period with more left than before', received: told, place: 'result.limitLeft' });
    }),
    check('OP9-REFUSED-NOTHING-MOVED', 'above-balance', 'a refused transfer moves no money', async (stage) => {
      if (!(await wasRefused(stage, above(stage)))) throw notApplicable('OP-9 did not refuse the amount');
      await nothingMoved(stage, above(stage));
    }),
    check('OP10-FAILED-NOTHING-MOVED', 'above-balance', 'a transfer that OP-10 calls FAILED moves no money', async (stage) => {
      if (await wasRefused(stage, above(stage))) throw notApplicable('OP-9 refused the amount, so there is nothing for OP-10 to fail');
      if (settled(await stage.use(above(stage).status)) !== 'FAILED') throw notApplicable('OP-10 does not call the transfer FAILED');
      await nothingMoved(stage, above(stage));
    }),
    check('OP10-FAILED-NOTHING-MOVED', 'usual', 'the usual amount, called FAILED by OP-10, moves no money', async (stage) => {
      const { usual } = stage.world.customer;
      if (settled(await stage.use(usual.status)) !== 'FAILED') throw notApplicable('OP-10 does not call the transfer FAILED');
      await nothingMoved(stage, usual);
    }),
    check('OP9-AMOUNT-ABOVE-BALANCE', 'wallet', 'more than the wallet holds is not paid out', async (stage) => {
      const episode = above(stage);
      if ((await stage.use(stage.world.customer.source)) !== 'wallet') throw notApplicable('transfers are not paid from the wallet');
      await stage.use(episode.before);
      if (await wasRefused(stage, episode)) return;
      const status = await stage.use(episode.status);
      if (settled(status) === 'FAILED') return;
      const { last } = await stage.use(episode.invoice);
      const paidOut = valueAt(last, 'result.status') === 'COMPLETED' && valueAt(last, 'result.isDelayed') === 'false';
      stage.must.hold(!paidOut, {
        expected: 'a refusal, or FAILED',
        received: 'COMPLETED in OP-11',
        place: placeOf(last, 'result.status'),
      });
    }),
  ],
};
