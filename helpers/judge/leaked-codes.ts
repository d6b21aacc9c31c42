import type { Sighting } from '../core/records/journal-lines.ts';
import { type Exchange, findHeader } from '../core/exchange.ts';
import { member } from '../core/json.ts';
import { keepNewest } from '../consent/keep-newest.ts';
import { findChance, findMereCounts, findUnrelated, type LeakedCodes } from './coincidence.ts';
import { isExtraField, isFreeText, type AnswerField } from './answer-fields.ts';
import { anOtp } from '../redaction/known-secrets.ts';

/** `POST /uiObjects/… › status.message` */
export function formatLeakPlace({ request: { method, url } }: Exchange, where: string): string {
  // A callback that another program received may have no address.
  return `${method} ${URL.canParse(url) ? new URL(url).pathname : url} › ${where}`;
}

/** UUIDs, other ids of four parts and more, dates, and fractions of a second: their parts are no words. An MPIN may be a year. */
const idPattern =
  /(?<![\w-])\w+(?:-\w+){3,}(?![\w-])|(?<!\w)(?:\d{4}([-/.])\d\d\1\d\d|\d\d([-/.])\d\d\2\d{4})(?!\d)|\d\d:\d\d:\d\d[.,]\d+/g;

/** Words that may be a code: short, and with a digit. */
const findCodeWords = (text: string): string[] => text.replaceAll(idPattern, ' ').match(/(?<!\w)(?=\w*\d)\w{4,10}(?!\w)/g) ?? [];

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

const mayHoldShortCode = (field: AnswerField, { operation }: Exchange): boolean => isFreeText(field) || isExtraField(field, operation);

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
