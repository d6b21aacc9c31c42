import { InvalidArgumentError } from 'commander';

function parseWholeNumber(text: string, example: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError(`expected a whole number, for example ${example}`);
  return Number(text);
}

export const parseMilliseconds = (text: string): number => parseWholeNumber(text, '150');

/** 0 to 65535; 0 takes any free port. */
export function parsePort(text: string): number {
  const port = parseWholeNumber(text, '8080');
  if (port > 65_535) throw new InvalidArgumentError('expected a port from 0 to 65535, for example 8080');
  return port;
}
