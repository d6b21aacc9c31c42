import { Big } from 'big.js';
import type { Usage } from '../../core/budget.ts';
import type { Config } from '../../config/config.ts';
import type { Case } from '../cases/case.ts';
import { fill } from '../cases/fill.ts';

export interface Purse extends Pick<Config, 'limits' | 'transfer'> {
  readonly spent: Pick<Usage, 'amount'> & { readonly campaign: Usage };
}

const pickSmaller = (one: Big, other: Big): Big => (one.lt(other) ? one : other);

/** What the campaign may still request; null where no limit is set. */
function calculateLeft({ limits, spent }: Purse): Big | null {
  const row = limits.budgets.campaign?.amount ?? null;
  const inRow = row === null ? null : new Big(row).minus(spent.campaign.amount);
  const inAll = limits.spend === null ? null : new Big(limits.spend).minus(spent.amount);
  if (inRow === null || inAll === null) return inRow ?? inAll;
  return pickSmaller(inRow, inAll);
}

/** The usual amount is affordable while any money is left. A larger one must leave enough for the later transfers. */
export function isAffordable(config: Pick<Config, 'limits' | 'transfer'>, spent: Purse['spent'], amount: Big): boolean {
  const left = calculateLeft({ ...config, spent });
  const usual = new Big(config.transfer.amount === '' ? '0' : config.transfer.amount);
  const asked = amount.abs();
  if (left === null || asked.lte(usual.times(2))) return true;
  const toCome = Math.max(0, (config.limits.budgets.campaign?.transfers ?? 0) - spent.campaign.transfers - 1);
  return asked.plus(usual.times(toCome)).lte(left);
}

const isDecimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,4})?$/;

/** The number in a JSON text, quoted or not; null if there is none. */
function parseNumber(written: string): Big | null {
  const text = fill(written, {}).replaceAll('"', '').trim();
  return isDecimal.test(text) ? new Big(text) : null;
}

export function readCaseAmounts({ edits }: Case): readonly Big[] {
  const amounts = edits.flatMap((edit) => {
    if (edit.on !== 'payload' || (edit.do !== 'set' && edit.do !== 'add')) return [];
    const name = edit.do === 'add' ? edit.key : edit.path.join('.');
    return name === 'amount' ? [edit.lexeme] : [];
  });
  return amounts.map(parseNumber).filter((amount) => amount !== null);
}
