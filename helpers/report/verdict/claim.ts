import { shorten } from '../../core/text.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';
import { findChanges } from './changes.ts';

const longestInClaim = 160;

/** ` after HTTP 200 with code 4160`: what came between two readings. */
const findOccasion = (received: string | null): string => / after HTTP .*$/.exec(received ?? '')?.[0] ?? '';

type Failed = Pick<VerdictCheck, 'place' | 'expected' | 'received'> & { readonly operation: string };

/**
 * `GET /wallet/… › result.amount: the specification asks for 100.37, the service gave 100.` The title of a check states what is right, so
 * the title alone reads like a success.
 */
export function describeClaim({ place, operation, expected, received }: Failed): string {
  const changes = findChanges(expected, received);
  if (changes.length > 0)
    return `${place ?? operation}: ${changes.map(({ name, was, is }) => `${name} was ${was} and became ${is}`).join(', ')}${findOccasion(received)}.`;
  const words = (value: string | null, none: string): string => shorten(value ?? none, longestInClaim);
  return `${place ?? operation}: the specification asks for ${words(expected, 'something else')}, the service gave ${words(received, 'nothing')}.`;
}
