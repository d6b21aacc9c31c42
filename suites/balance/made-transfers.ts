import type { Circumstances } from '../../helpers/journey/circumstances/circumstances.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-plan.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';

export type UseTransfer = (context: CheckContext) => TransferFlow | Promise<TransferFlow>;

export type AmountWay = keyof Circumstances['byAmount'];

/** Amounts that a service may round away. */
export const amountWays = ['decimals', 'below-one', 'four-digit'] as const satisfies readonly AmountWay[];

export const useByAmount =
  (way: AmountWay): UseTransfer =>
  async ({ use, journey: { circumstances } }) => {
    await use(way === 'four-digit' ? circumstances.fourDigits : circumstances.decimalsDebited);
    return circumstances.byAmount[way];
  };

export const useSecond: UseTransfer = async ({ use, journey: { circumstances } }) => {
  await use(circumstances.secondTransfer);
  return circumstances.toAnother;
};
