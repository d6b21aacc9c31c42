import type { Sighting } from '../core/records/journal-lines.ts';
import { type Exchange, findHeader } from '../core/exchange.ts';
import { member } from '../core/json.ts';
import { keepNewest } from '../consent/keep-newest.ts';
import { isExtraField, type AnswerField } from './answer-fields.ts';
import { findCodeWords, formatLeakPlace } from './leak-text.ts';
import { anOtp } from '../redaction/known-secrets.ts';

/** A word that may be a code. The suite learns the code of a challenge only after the answer that may hold it. */
interface SuspectWord {
  readonly word: string;
  readonly sighting: Omit<Sighting, 'what'>;
  /** The field is named like a secret. */
  readonly isNamed: boolean;
  readonly isCount: boolean;
  /** The request sent the word. */
  readonly isSent: boolean;
  /** Of the challenges that the answer issued or the request used. */
  readonly states: readonly string[];
  /** The field, whichever the operation. */
  readonly field: string;
  /** Milliseconds since the epoch. */
  readonly answeredAt: number;
}

export interface KnownCode {
  /** What reports call it. */
  readonly what: string;
  /** Of the challenges that it answers, in lower case: UUIDs compare without case. */
  readonly states: string[];
}

export interface LeakedCodes {
  /** When each word was first sent, and each challenge asked for; milliseconds since the epoch. */
  readonly sentAt: Map<string, number>;
  readonly secrets: Map<string, KnownCode>;
  readonly suspects: SuspectWord[];
  /** Their words: no code that is one of them is forgotten. */
  readonly suspectWords: Set<string>;
  /** Long words in fields of the document: one sighting of each is enough, and some stand in every answer. */
  readonly longWords: Set<string>;
}

const mostPerAnswer = 20;
const mostSuspects = 5000;

/** A code of eight digits and more stands nowhere by chance, so every field is searched for it (reading 22). */
const isLongCode = (word: string): boolean => /^\d{8,}$/.test(word);
const mostLongWords = 2000;

/** A fixed code answers every challenge. */
const mostStates = 1000;

/** A shorter code may match innocent digits, so one sighting proves nothing. A run has so many OTPs that two sightings prove nothing either. */
const sureLength = 6;

const isSecretName = (name: string): boolean => /otp|mpin|passw|^pin$/i.test(name);

/** Texts for people, whose words the document leaves open. */
const freeTexts: readonly string[] = ['message', 'remark', 'onboardingRemark'];

const mayHoldShortCode = (field: AnswerField, { operation }: Exchange): boolean =>
  freeTexts.includes(field.name) || isExtraField(field, operation);

interface AnswerTexts {
  readonly text: string;
  readonly fields: readonly AnswerField[];
  readonly headers: readonly AnswerField[];
}

export function learnCode({ secrets, suspectWords }: LeakedCodes, code: string, state: string): void {
  const { what, states } = secrets.get(code) ?? { what: anOtp, states: [] };
  if (states.length < mostStates) states.push(state.toLowerCase());
  secrets.set(code, { what, states });
  keepNewest(secrets, (known) => suspectWords.has(known) || secrets.get(known)?.what !== anOtp);
}

function findIssuedState({ operation }: Exchange, body: unknown): string | null {
  const state = operation === 'OP-3' ? member(member(body, 'result'), 'state') : undefined;
  return typeof state === 'string' ? state : null;
}

const joinSentTexts = ({ request }: Exchange): string => `${findHeader(request.headers, 'consent') ?? ''} ${request.body?.text ?? ''}`;

const collectSentWords = (exchange: Exchange): readonly string[] => findCodeWords(joinSentTexts(exchange));

const uuidPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

const findStates = (exchange: Exchange, body: unknown): readonly string[] => [
  ...[findIssuedState(exchange, body)].filter((state) => state !== null),
  ...(joinSentTexts(exchange).match(uuidPattern) ?? []),
];

type NamedField = Pick<AnswerField, 'name' | 'place' | 'isCount'>;

/** The first time a request carried the word, or asked for the challenge. */
function noteSent({ sentAt }: LeakedCodes, { startedAt }: Exchange, words: readonly string[]): void {
  const at = Date.parse(startedAt);
  for (const word of words) sentAt.set(word, Math.min(at, sentAt.get(word) ?? at));
}

/** A value that stood in a field before the code was sent has nothing to do with the code, and stands there for another reason. */
function findUnrelated({ secrets, sentAt }: LeakedCodes, suspects: readonly SuspectWord[]): ReadonlySet<string> {
  const codeSentAt = (word: string): number => {
    const times = [word, ...(secrets.get(word)?.states ?? [])].flatMap((sent) => sentAt.get(sent) ?? []);
    return times.length === 0 ? 0 : Math.min(...times);
  };
  return new Set(suspects.filter(({ word, answeredAt }) => answeredAt <= codeSentAt(word)).map(({ field, word }) => `${field} ${word}`));
}

function addSuspects(
  { suspects, suspectWords }: LeakedCodes,
  exchange: Exchange,
  body: unknown,
  { name, place, isCount = false }: NamedField,
  text: string,
): void {
  const words = findCodeWords(text).slice(0, mostPerAnswer);
  if (words.length === 0) return;
  const sent = collectSentWords(exchange);
  const states = findStates(exchange, body);
  const isNamed = isSecretName(name);
  const sighting = { place: formatLeakPlace(exchange, place), exchange: exchange.id };
  for (const word of words) {
    if (suspects.length >= mostSuspects) return;
    const isSent = sent.includes(word);
    const answeredAt = Date.parse(exchange.startedAt) + exchange.durationMs;
    suspectWords.add(word);
    suspects.push({ word, sighting, isNamed, isCount, isSent, states, field: place, answeredAt });
  }
}

/** Ids and mobiles are long words too, so only what this field did not hold before is kept. */
function findNewLongWords({ longWords }: LeakedCodes, { place, text = '' }: AnswerField): readonly string[] {
  if (longWords.size >= mostLongWords) return [];
  const fresh = findCodeWords(text).filter((word) => isLongCode(word) && !longWords.has(`${place} ${word}`));
  for (const word of fresh) longWords.add(`${place} ${word}`);
  return fresh;
}

export function noteWords(codes: LeakedCodes, exchange: Exchange, body: unknown, { text, fields, headers }: AnswerTexts): void {
  const state = findIssuedState(exchange, body);
  noteSent(codes, exchange, [...collectSentWords(exchange), ...(state === null ? [] : [state.toLowerCase()])]);
  if (fields.length === 0) addSuspects(codes, exchange, body, { name: '', place: 'the answer' }, text);
  const open = fields.filter((field) => mayHoldShortCode(field, exchange));
  const documented = fields.filter((field) => !mayHoldShortCode(field, exchange));
  for (const field of [...open, ...headers]) if (field.text !== undefined) addSuspects(codes, exchange, body, field, field.text);
  for (const field of documented) {
    const words = findNewLongWords(codes, field);
    if (words.length > 0) addSuspects(codes, exchange, body, field, words.join(' '));
  }
}

/** In so many answers the field holds other words of the length of a code: one of them may be a code by chance. */
const manyOthers = 10;

type IsByChance = (suspect: Pick<SuspectWord, 'field' | 'word'>) => boolean;

function findChance({ secrets, suspects }: LeakedCodes): IsByChance {
  const keyOf = ({ field, word }: Pick<SuspectWord, 'field' | 'word'>): string => `${word.length} ${field}`;
  const answers = new Map<string, Map<string, boolean>>();
  for (const { field, word, sighting } of suspects) {
    const ofField = answers.get(keyOf({ field, word })) ?? new Map<string, boolean>();
    ofField.set(sighting.exchange, secrets.has(word) || ofField.get(sighting.exchange) === true);
    answers.set(keyOf({ field, word }), ofField);
  }
  return (suspect) => {
    const ofField = [...(answers.get(keyOf(suspect))?.values() ?? [])];
    const others = ofField.filter((hasCode) => !hasCode).length;
    return others >= manyOthers && others > ofField.length / 2;
  };
}

/** A count equals one code by chance, but hardly several. */
const codesOfCount = 2;

function findMereCounts(suspects: readonly SuspectWord[]): ReadonlySet<string> {
  const counts = suspects.filter(({ isCount, isNamed }) => isCount && !isNamed);
  const byField = Map.groupBy(counts, ({ field }) => field);
  return new Set(
    [...byField].filter(([, ofField]) => new Set(ofField.map(({ word }) => word)).size < codesOfCount).map(([field]) => field),
  );
}

/** How often a code appears, and how near to its challenge, separates a leak from coincidence. */
export function collectLeakedCodes(codes: LeakedCodes): readonly Sighting[] {
  const { secrets } = codes;
  const suspects = codes.suspects.filter(({ word }) => secrets.has(word));
  if (suspects.length === 0) return [];
  const unrelated = findUnrelated(codes, suspects);
  const mereCounts = findMereCounts(suspects);
  const isByChance = findChance(codes);
  const seen = suspects.flatMap(({ word, sighting, isNamed, isSent, states, field }) => {
    if (unrelated.has(`${field} ${word}`) || mereCounts.has(field)) return [];
    const known = secrets.get(word);
    const sure = isNamed || isSent || states.some((state) => known?.states.includes(state.toLowerCase()) === true);
    // A run has one or two MPINs, and many OTPs.
    const certain = isNamed && (isSent || (known !== undefined && known.what !== anOtp));
    return known === undefined
      ? []
      : [{ sighting: { what: known.what, ...sighting }, word, certain, sure, chance: isByChance({ field, word }) }];
  });
  const surely = seen.filter(({ sure }) => sure);
  const perhaps = seen.filter(({ word, sighting, chance }) => !chance && (word.length >= sureLength || sighting.what !== anOtp));
  const answers = (some: typeof seen): number => new Set(some.map(({ sighting: { exchange } }) => exchange)).size;
  // Reports what was seen, never the word itself.
  const sightings = (some: typeof seen): readonly Sighting[] => some.map(({ sighting }) => sighting);
  if (surely.some(({ word, certain, chance }) => certain || (word.length >= sureLength && !chance))) return sightings(surely);
  if (answers(surely) >= 2) return sightings(surely);
  return answers(perhaps) >= 2 ? sightings(perhaps) : [];
}
