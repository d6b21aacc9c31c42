/** What a part of a campaign takes at most, if the service serves up to 1.5 times as many odd calls as a strict one. */
export interface Cost {
  readonly otps: number;
  readonly transfers: number;
  readonly wrongCodes: number;
  readonly records: number;
}

export const noCost: Cost = { otps: 0, transfers: 0, wrongCodes: 0, records: 0 };

export const multiplyCost = (count: number, { otps, transfers, wrongCodes, records }: Cost): Cost => ({
  otps: count * otps,
  transfers: count * transfers,
  wrongCodes: count * wrongCodes,
  records: count * records,
});

export const sumCosts = (costs: readonly Cost[]): Cost =>
  costs.reduce(
    (sum, one) => ({
      otps: sum.otps + one.otps,
      transfers: sum.transfers + one.transfers,
      wrongCodes: sum.wrongCodes + one.wrongCodes,
      records: sum.records + one.records,
    }),
    noCost,
  );
