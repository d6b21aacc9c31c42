import { apiCodes } from '../../../specs/codes.ts';
import type { RefusedCallResult } from '../calls/send-refused-call.ts';

/** The accounts of OP-7 calls that were refused for a wrong code. `shared` accounts were also in other calls, where accounts are few. */
export interface AccountsOfWrongCodes {
  readonly alone: readonly string[];
  readonly shared: readonly string[];
}

/** An account that a served call added is left out: that call explains its place in the list. */
export function accountsOfWrongCodes(results: readonly RefusedCallResult[]): AccountsOfWrongCodes {
  const accountsWith = (isSo: (code: number | null) => boolean): readonly string[] =>
    results.flatMap(({ reply, accountNo }) => (accountNo !== null && isSo(reply.code) ? [accountNo] : []));
  const served = accountsWith((code) => code === apiCodes.success);
  const elsewhere = accountsWith((code) => code !== apiCodes.wrongOtpOrMpin);
  const asked = [...new Set(accountsWith((code) => code === apiCodes.wrongOtpOrMpin))].filter((account) => !served.includes(account));
  return {
    alone: asked.filter((account) => !elsewhere.includes(account)),
    shared: asked.filter((account) => elsewhere.includes(account)),
  };
}
