import { apiCodes } from '../../../specs/codes.ts';
import type { RefusedCallResult } from '../calls/refused-call.ts';

/** The accounts of OP-7 calls that were refused for a wrong code: asked for by these alone, or where accounts are few by others too. */
export interface AccountsOfWrongCodes {
  readonly alone: readonly string[];
  readonly shared: readonly string[];
}

/** By what calls of OP-7 came to. What was served explains its own account in the list. */
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
