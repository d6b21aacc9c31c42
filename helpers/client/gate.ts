import type { Numbered } from '../core/records/journal-lines.ts';
import type { OwnBeneficiaries } from './limits/own-beneficiaries.ts';
import { permit, type Intent, type Permissions } from './limits/permit.ts';
import type { Spending } from './limits/spending.ts';
import type { WrongCodes } from './limits/wrong-codes.ts';
import type { SendResult } from './send-result.ts';

export interface GateParts {
  readonly config: Permissions;
  readonly spending: Spending;
  readonly wrongCodes: WrongCodes;
  readonly beneficiaries: OwnBeneficiaries;
  readonly numbered: Pick<Numbered, 'requests' | 'quiet'>;
}

/** Returns why a call may not leave. Null means that it may, and its usage is reserved. */
export type Gate = (intent: Intent) => SendResult | null;

export function openGate({ config, spending, wrongCodes, beneficiaries, numbered }: GateParts): Gate {
  let requests = numbered.requests + numbered.quiet;
  return (intent) => {
    const lately = intent.wrongCode === null ? [] : wrongCodes.listRecent(intent.wrongCode);
    const permitted = permit(config, intent, { ...spending.spent(), requests, recentWrongCodes: lately });
    const refused = permitted.ok ? beneficiaries.refuse(intent) : permitted;
    if (refused !== null) {
      const { reason, owner, cap, ofThisCall } = refused;
      return { kind: 'not-permitted', reason, owner, cap, ...(ofThisCall === true && { ofThisCall }) };
    }
    requests += 1;
    spending.reserve(intent);
    if (intent.wrongCode !== null) wrongCodes.note(intent.wrongCode);
    return null;
  };
}
