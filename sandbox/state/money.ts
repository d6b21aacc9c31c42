/** Money is whole paise inside the bank, so sums are exact; on the wire it is a decimal number of rupees. */
export type Paise = number;

export const rupee: Paise = 100;

export const rupees = (paise: Paise): number => paise / 100;

/** The paise of an amount as sent, or undefined when it is no whole number of paise. */
export function paise(amount: unknown): Paise | undefined {
  if (typeof amount !== 'number') return undefined;
  const whole = Math.round(amount * 100);
  return Number.isSafeInteger(whole) && rupees(whole) === amount ? whole : undefined;
}
