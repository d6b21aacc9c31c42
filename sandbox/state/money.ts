/** The sandbox counts whole paise, so sums are exact. On the wire an amount is a decimal number of rupees. */
export type Paise = number;

export const rupee: Paise = 100;

export const rupees = (paise: Paise): number => paise / 100;

/** Undefined when the amount is no whole number of paise. */
export function paise(amount: unknown): Paise | undefined {
  if (typeof amount !== 'number') return undefined;
  const whole = Math.round(amount * 100);
  return Number.isSafeInteger(whole) && rupees(whole) === amount ? whole : undefined;
}
