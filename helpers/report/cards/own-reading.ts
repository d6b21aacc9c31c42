import { operations } from '../../../specs/operations.ts';

/** Sentences of a reading that one clause is shown with. */
const most = 2;

/** Words that occur in every sentence about a service say nothing about which one is meant. */
const empty: ReadonlySet<string> = new Set(
  'with that this from only does have what when other another must call answer value result service holds same than into every without'.split(
    ' ',
  ),
);

/** `beneficiaries` and `beneficiary` are one word here. */
const stem = (word: string): string => word.replace(/(?:ies|ied|y)$/, 'i').replace(/(?:es|ed|ing|s)$/, '');

const toWords = (text: string): readonly string[] =>
  (text.toLowerCase().match(/op-\d+|[a-z_]{4,}|\d{3,}/g) ?? []).filter((word) => !empty.has(word)).map(stem);

const toSentences = (text: string): readonly string[] => text.split(/(?<=\.)\s+(?=[A-Z`4])/);

const titles: ReadonlyMap<string, string> = new Map(operations.map(({ id, title }) => [id, title]));

interface KnownClause {
  readonly id: string;
  readonly text: string;
  readonly operation: string;
}

/**
 * A reading settles many clauses. These are the sentences of it that share most with one of them: rare words count more. They are in
 * their order; a reading that names nothing of the clause gives its first sentence.
 */
export function pickOwnSentences(reading: string, { id, text, operation }: KnownClause): string {
  const sentences = toSentences(reading).map((sentence) => ({ sentence, words: new Set(toWords(sentence)) }));
  const wanted = new Set(toWords(`${operation} ${titles.get(operation) ?? ''} ${id.replaceAll('-', ' ')} ${text}`));
  const count = (word: string): number => sentences.filter(({ words }) => words.has(word)).length;
  const score = (words: ReadonlySet<string>): number => [...words].reduce((sum, word) => sum + (wanted.has(word) ? 1 / count(word) : 0), 0);
  const scored = sentences.map(({ sentence, words }) => ({ sentence, score: score(words) }));
  const best = scored.toSorted((one, other) => other.score - one.score).slice(0, most);
  const least = (best[0]?.score ?? 0) / 2;
  const picked = scored.filter((one) => best.includes(one) && one.score > 0 && one.score >= least);
  return (picked.length === 0 ? scored.slice(0, 1) : picked).map(({ sentence }) => sentence).join(' ');
}
