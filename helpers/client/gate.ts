import type { Numbered } from '../core/records/journal-lines.ts';
import type { OwnBeneficiaries } from './limits/own-beneficiaries.ts';
import { permit, type Intent, type Permissions, type Permit } from './limits/permit.ts';
import type { Spending, UsageTotals } from './limits/spending.ts';
import type { WrongCodes } from './limits/wrong-codes.ts';
import type { Outgoing } from './outgoing.ts';
import type { SendResult } from './send-result.ts';

export interface GateParts {
  readonly config: Permissions;
  readonly spending: Spending;
  readonly wrongCodes: WrongCodes;
  readonly beneficiaries: OwnBeneficiaries;
  readonly numbered: Pick<Numbered, 'requests' | 'quiet'>;
}

/** Sends a call that may leave, with its usage reserved meanwhile, or returns why it may not. */
export type Gate = (call: Pick<Outgoing, 'intent' | 'ticket'>, send: () => Promise<SendResult>) => Promise<SendResult>;

export function openGate({ config, spending, wrongCodes, beneficiaries, numbered }: GateParts): Gate {
  let requests = numbered.requests + numbered.quiet;
  const decide = (intent: Intent, spent: UsageTotals): Permit => {
    const lately = intent.wrongCode === null ? [] : wrongCodes.listRecent(intent.wrongCode);
    return permit(config, intent, { ...spent, requests, recentWrongCodes: lately });
  };
  // A cap is reached when what is certainly spent reaches it: a refusal of a call under way gives its share back.
  const mayStillFit = (intent: Intent): boolean => decide(intent, spending.certain()).ok;
  /**
   * Reserves the usage of a call that may leave. Returns why another may not. Of calls that leave at one moment, none waits for what another
   * gives back: that one waits for it.
   */
  const admit = async ({ intent, ticket }: Parameters<Gate>[0]): Promise<SendResult | null> => {
    let permitted = decide(intent, spending.spent());
    while (ticket === undefined && !permitted.ok && permitted.cap && mayStillFit(intent)) {
      await spending.whenOneEnds();
      permitted = decide(intent, spending.spent());
    }
    const refused = permitted.ok ? beneficiaries.refuse(intent) : permitted;
    if (refused !== null) {
      const { reason, cap, ofThisCall } = refused;
      return { kind: 'not-permitted', reason, cap, ...(ofThisCall === true && { ofThisCall }) };
    }
    requests += 1;
    spending.reserve(intent);
    if (intent.wrongCode !== null) wrongCodes.note(intent.wrongCode);
    return null;
  };
  return async (call, send) => {
    const refused = await admit(call);
    if (refused !== null) return refused;
    try {
      return await send();
    } finally {
      spending.end(call.intent);
    }
  };
}
