import { InvalidArgumentError } from 'commander';

export function parseWholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number, for example 8080');
  return Number(text);
}

/** 0 to 65535; 0 takes any free port. */
export function parsePort(text: string): number {
  const port = parseWholeNumber(text);
  if (port > 65_535) throw new InvalidArgumentError('expected a port from 0 to 65535, for example 8080');
  return port;
}
