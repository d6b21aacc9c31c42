import type { Sighting } from '../core/records/journal-lines.ts';
import { type Exchange, findHeader } from '../core/exchange.ts';
import { member } from '../core/json.ts';
import { isExtraField, type AnswerField } from './answer-fields.ts';
import { formatLeakPlace } from './leak-place.ts';

/** A word that may turn out to be a code: the code of a challenge is read only after the answer that may hold it. */
interface SuspectWord {
  readonly word: string;
  readonly sighting: Omit<Sighting, 'what'>;
  /** Sent, and told in a field that is named after it. */
  readonly certain: boolean;
  /** The request carried the very word, or the field is named after it. */
  readonly telling: boolean;
  /** The challenge that the answer holds beside it. */
  readonly state: string | null;
}

/** What may be a leaked code in the answers so far. */
export interface LeakedCodes {
  /** Names of secrets by their values. */
  readonly secrets: Map<string, string>;
  /** Challenges with the codes that answer them, of which a campaign reads thousands. */
  readonly challenges: Set<string>;
  readonly suspects: SuspectWord[];
}

const mostPerAnswer = 20;
const mostSuspects = 5000;

/** Codes shorter than this coincide with innocent digits too often for one sighting to tell. */
const sureLength = 6;

/** The words of a text that could be a code: short, and with a digit. */
const findCodeWords = (text: string): string[] => text.match(/(?<!\w)(?=\w*\d)\w{4,10}(?!\w)/g) ?? [];

const isSecretName = (name: string): boolean => /otp|mpin|passw|^pin$/i.test(name);

/** A challenge and the code that answers it; UUIDs compare ignoring case. */
const challengeKey = (state: string, code: string): string => `${state.toLowerCase()} ${code}`;

/** A short code is looked for nowhere else. */
const mayHoldCode = (field: AnswerField): boolean => field.name === 'message' || isExtraField(field);

export function learnCode({ secrets, challenges }: LeakedCodes, code: string, state: string): void {
  if (!secrets.has(code)) secrets.set(code, 'an OTP');
  challenges.add(challengeKey(state, code));
}

function findState({ operation }: Exchange, body: unknown): string | null {
  const state = operation === 'OP-3' ? member(member(body, 'result'), 'state') : undefined;
  return typeof state === 'string' ? state : null;
}

const collectSentWords = ({ request }: Exchange): readonly string[] =>
  findCodeWords(`${findHeader(request.headers, 'consent') ?? ''} ${request.body?.text ?? ''}`);

type NamedField = Pick<AnswerField, 'name' | 'place'>;

function addSuspects({ suspects }: LeakedCodes, exchange: Exchange, body: unknown, { name, place }: NamedField, text: string): void {
  const words = findCodeWords(text).slice(0, mostPerAnswer);
  if (words.length === 0) return;
  const [sent, state, isNamed] = [collectSentWords(exchange), findState(exchange, body), isSecretName(name)];
  const sighting = { place: formatLeakPlace(exchange, place), exchange: exchange.id };
  for (const word of words) {
    if (suspects.length >= mostSuspects) return;
    const isSent = sent.includes(word);
    suspects.push({ word, sighting, certain: isNamed && isSent, telling: isNamed || isSent, state });
  }
}

/** Notes the words of an answer that may be codes. */
export function noteWords(codes: LeakedCodes, exchange: Exchange, body: unknown, text: string, fields: readonly AnswerField[]): void {
  if (fields.length === 0) addSuspects(codes, exchange, body, { name: '', place: 'the answer' }, text);
  for (const field of fields) if (field.text !== undefined && mayHoldCode(field)) addSuspects(codes, exchange, body, field, field.text);
}

/** Codes that leaked. Coincidence is told from a leak by how often, and by how near to its own challenge, a code is seen. */
export function collectLeakedCodes({ secrets, challenges, suspects }: LeakedCodes): readonly Sighting[] {
  const seen = suspects.flatMap(({ word, sighting, certain, telling, state }) => {
    const name = secrets.get(word);
    const sure = telling || (state !== null && challenges.has(challengeKey(state, word)));
    return name === undefined ? [] : [{ sighting: { what: name, ...sighting }, word, certain, sure }];
  });
  const [surely, perhaps] = [seen.filter(({ sure }) => sure), seen.filter(({ word }) => word.length >= sureLength)];
  const answers = (some: typeof seen): number => new Set(some.map(({ sighting: { exchange } }) => exchange)).size;
  // What was seen is told, never the word that was seen.
  const sightings = (some: typeof seen): readonly Sighting[] => some.map(({ sighting }) => sighting);
  if (surely.some(({ word, certain }) => certain || word.length >= sureLength)) return sightings(surely);
  if (answers(surely) >= 2) return sightings(surely);
  return answers(perhaps) >= 2 ? sightings(perhaps) : [];
}
