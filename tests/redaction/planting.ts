import type { Redactor } from '../../helpers/redaction/redactor.ts';
import { wordsWith } from '../program/searching.ts';
import { codePlants, codeWithZero, longPlants, newCode, newNumber, newSecret, redactors, unreadPlants, type Plant } from './plants.ts';

export interface Planted {
  readonly placements: number;
  readonly found: readonly string[];
}

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** A code alone or in a word; a long secret in any case, most of it. */
function secretPattern(secret: string): RegExp {
  const number = secret.replace(/^0+/, '');
  if (secret.length < 9) return new RegExp(escapePattern(number.length >= 4 ? number : secret), 'gi');
  return new RegExp(escapePattern(secret.slice(0, 12)), 'gi');
}

type Known = ReturnType<typeof redactors>;

const isStillThere = ({ secret, kept }: Plant, known: readonly Pick<Redactor, 'line' | 'text' | 'json'>[]): boolean =>
  known.every((redactor) => wordsWith(kept(redactor), secretPattern(secret)).length > 0);

/** Names of the plants whose secret is still there. */
export const findStanding = (plants: readonly Plant[], known: Known): string[] =>
  plants.filter((plant) => isStillThere(plant, known)).map(({ name }) => name);

const kinds: readonly (readonly [kind: string, make: () => string, plants: (kind: string, secret: string) => Plant[]])[] = [
  ['an OTP of 4 digits', () => newCode(4), codePlants],
  ['an OTP of 5 digits', () => newCode(5), codePlants],
  ['an OTP of 6 digits', () => newCode(6), codePlants],
  ['an OTP of 6 digits that begins with 0', () => codeWithZero(6), codePlants],
  ['an MPIN of 4 digits', () => newCode(4), codePlants],
  ['a password or token of 16 letters', newSecret, longPlants],
  ['a code of 6 digits that nobody read', () => newCode(6), unreadPlants],
  ['an account of 16 digits', newNumber, longPlants],
];

const noRedactor = {
  line: (exchange: unknown) => JSON.stringify(exchange),
  text: (words: string) => words,
  json: (document: string) => document,
};

/** Plants that the search misses although nothing was removed. */
export const findUnsearchable = (): string[] =>
  kinds
    .flatMap(([kind, make, plants]) => plants(kind, make()).filter((plant) => !isStillThere(plant, [noRedactor])))
    .map(({ name }) => name);

/** Plants secrets of every kind in every place and shape, round after round. */
export function plantAll(rounds: number): Planted {
  let placements = 0;
  const found: string[] = [];
  for (let n = 0; n < rounds; n += 1)
    for (const [kind, make, plants] of kinds) {
      const secret = make();
      const all = plants(kind, secret);
      placements += all.length;
      found.push(...findStanding(all, plants === unreadPlants ? redactors() : redactors(secret)));
    }
  return { placements, found };
}
