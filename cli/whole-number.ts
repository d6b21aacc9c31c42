import { InvalidArgumentError } from 'commander';

export function parseWholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number, for example 8080');
  return Number(text);
}
