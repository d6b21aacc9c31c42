import { documentedCall } from '../../specs/documented-call.ts';
import { Big } from 'big.js';
import { agentBalance, onboardingStatus } from '../../specs/operations.ts';
import { pluralize } from '../core/text.ts';
import { valueAt } from '../judge/fields.ts';
import { describeAnswer, readReply, type Reply } from '../judge/reply.ts';
import { member } from '../core/json.ts';
import { openTarget, type Target } from '../client/client.ts';
import type { Config } from '../config/config.ts';
import type { Operation } from '../../specs/operation.ts';
import type { Call } from '../client/http/call.ts';
import type { Bill } from './bill.ts';

/** The reply to a plain read, or why there is none. */
export async function readOnce(target: Target, operation: Operation, call: Call): Promise<Reply | string> {
  const sent = await target.send(operation, call, 'look before a run');
  switch (sent.kind) {
    case 'reply':
      return readReply(operation, sent.exchange, true);
    case 'trouble':
      return sent.exchange.trouble.message;
    case 'not-permitted':
      return sent.reason;
    case 'no-token':
      return 'reason' in sent.failure ? sent.failure.reason : `the token request received ${sent.failure.received}`;
  }
}

const indentLine = (text: string): string => `  ${text}`;

/** Null when OP-15 does not show it. */
export function readMainWalletBalance(reply: Reply): number | null {
  const wallets = valueAt(reply, 'result');
  const listed: readonly unknown[] = Array.isArray(wallets) ? wallets : [];
  const main = listed.find((each) => member(each, 'walletType') === 'MAIN_WALLET');
  const balance = member(main, 'walletBalance');
  return typeof balance === 'number' && Number.isFinite(balance) ? balance : null;
}

async function compareWallet(target: Target, { usual, atMost, campaign }: Bill): Promise<string> {
  const reply = await readOnce(target, agentBalance, {});
  if (typeof reply === 'string') return indentLine(`wallet of the agent: not read (${reply})`);
  const holds = readMainWalletBalance(reply);
  if (holds === null) return indentLine(`wallet of the agent: not shown (OP-15 answers ${describeAnswer(reply)})`);
  const most = new Big(atMost.amount).plus(campaign?.amount ?? 0);
  const verdict = new Big(holds).gte(most)
    ? 'enough'
    : new Big(holds).gte(usual.amount)
      ? 'enough for the usual cost'
      : 'not enough: fund it';
  return indentLine(`wallet of the agent: MAIN_WALLET holds ${new Big(holds).toFixed()}; ${verdict}`);
}

/** OP-1 shows whether a mobile is known. Only a new customer goes through the whole onboarding. */
async function compareSpareMobiles(target: Target, { people }: Config, { usual }: Bill): Promise<string> {
  if (people.spareMobiles.length === 0) return indentLine('spare mobiles: none (DMT_SPARE_MOBILES)');
  const replies = await Promise.all(
    people.spareMobiles.map((mobile) => readOnce(target, onboardingStatus, documentedCall(onboardingStatus, 'customer', { mobile }))),
  );
  const answers = replies.map((reply) => (typeof reply === 'string' ? undefined : valueAt(reply, 'result.isOldUser')));
  const fresh = answers.filter((each) => each === 'false').length;
  const unknown = answers.filter((each) => each !== 'false' && each !== 'true').length;
  const aside = unknown === 0 ? '' : `, ${unknown} unknown`;
  return indentLine(
    `spare mobiles: ${fresh} of ${people.spareMobiles.length} unused${aside}; a run onboards ${pluralize(usual.newSenders, 'of them', 'of them')}`,
  );
}

/** Compares a bill with what the target shows without an OTP. Sends only the token request and plain reads. */
export async function compareWithTarget(config: Config, bill: Bill): Promise<readonly string[]> {
  const target = openTarget(config, { journal: null, ledger: null });
  try {
    const lines = [await compareWallet(target, bill), await compareSpareMobiles(target, config, bill)];
    return [
      `compared     ${pluralize(target.totals().requests, 'request')} sent`,
      ...lines,
      indentLine('balance and limits of the sender: not read, since OP-6 takes an OTP'),
    ];
  } finally {
    await target.close();
  }
}
