import { InvalidArgumentError } from 'commander';

/** The value of an option that is a whole number. */
export function parseWholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number, for example 8080');
  return Number(text);
}
