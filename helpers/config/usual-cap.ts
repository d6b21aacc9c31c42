import { Big } from 'big.js';
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
