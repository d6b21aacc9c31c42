import { Big } from 'big.js';
import type { Config } from './config.ts';
import { variableByName, type VariableName } from './variables.ts';

/** Empty for a variable that is no cap. The cap of money is a multiple of the usual amount, which may be empty. */
export function usualCap(name: VariableName, amount: string): string {
  const { cap, kind } = variableByName(name);
  if (cap === undefined) return '';
  return kind === 'spend'
    ? Big(amount === '' ? '0' : amount)
        .times(cap)
        .toFixed()
    : String(cap);
}

/** Null for a cap that is not set. The usual one holds, but it is not shown as if the operator had asked for it. */
export function findSetCaps({
  spend,
  transfers,
  otps,
  missingCaps,
}: Config['limits']): Pick<Config['limits'], 'spend' | 'transfers' | 'otps'> {
  const isSet = (name: VariableName): boolean => !missingCaps.includes(name);
  return {
    spend: isSet('DMT_MAX_SPEND') ? spend : null,
    transfers: isSet('DMT_MAX_TRANSFERS') ? transfers : null,
    otps: isSet('DMT_MAX_OTPS') ? otps : null,
  };
}
