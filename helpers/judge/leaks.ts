import type { LeaksSeen, Sighting } from '../core/records/journal-lines.ts';
import { type Exchange, headerOf } from '../core/exchange.ts';
import type { GuardedSecret } from '../redaction/known-secrets.ts';
import { textForms } from '../redaction/encodings.ts';
import { anyOf, LONG } from '../redaction/search.ts';
import { usableToken } from '../client/auth/token.ts';
import { answerFields, type AnswerField } from './answer-fields.ts';
import { leakedCodes, learnCode, noteWords, type LeakedCodes } from './leaked-codes.ts';
import { placeOfLeak } from './leak-place.ts';

/** Looks at every answer as it came, and says at the end what leaked (reading 22). */
export interface LeakWatch {
  readonly learnCode: (code: string, state: string) => void;
  readonly see: (exchange: Exchange, body: unknown) => void;
  readonly secrets: () => readonly Sighting[];
  readonly codes: () => readonly Sighting[];
}

interface State {
  /** Long secrets, which are found wherever they stand alone. */
  readonly long: readonly { readonly name: string; readonly pattern: RegExp }[];
  /** Whose they are, by their values. */
  readonly tokens: Map<string, string>;
  readonly found: Sighting[];
}

const mostSightings = 50;

const standsAlone = (secret: string): RegExp =>
  new RegExp(`(?<![A-Za-z0-9])(?:${anyOf(new Set(textForms(secret, secret).map(([form]) => form)))})(?![A-Za-z0-9])`);

const bearerOf = ({ request }: Exchange): string => headerOf(request.headers, 'authorization') ?? '';

const ownerIn = ({ request }: Exchange): string => new URLSearchParams(request.body?.text ?? '').get('username') ?? '';

function add({ found }: State, exchange: Exchange, what: string, where: string): void {
  if (found.length < mostSightings) found.push({ what, place: placeOfLeak(exchange, where), exchange: exchange.id });
}

function seeLong(state: State, exchange: Exchange, text: string, fields: readonly AnswerField[]): void {
  for (const { name, pattern } of state.long) {
    if (!pattern.test(text)) continue;
    const field = fields.find((each) => each.text !== undefined && pattern.test(each.text));
    add(state, exchange, name, field?.place ?? 'the answer');
  }
}

function seeTokens(state: State, exchange: Exchange, text: string): void {
  const sent = bearerOf(exchange);
  const caller = [...state.tokens].find(([value]) => sent.includes(value))?.[1];
  for (const [value, owner] of state.tokens)
    if (owner !== caller && text.includes(value)) add(state, exchange, 'a token of somebody else', 'the answer');
}

/** A token request hands out a token, and every other answer may leak one. */
function seeTokenRequest({ tokens }: State, exchange: Exchange, text: string): void {
  const issued = exchange.request.method === 'POST' ? usableToken(text) : null;
  if (issued !== null && issued.length >= LONG) tokens.set(issued, ownerIn(exchange));
}

function see(state: State, codes: LeakedCodes, exchange: Exchange, body: unknown): void {
  const { response, operation } = exchange;
  if (response?.body.encoding !== 'utf8') return;
  const { text } = response.body;
  const fields = answerFields(body);
  // As it was written, and as it reads once its escapes are undone.
  const read = fields.map((field) => field.text ?? '');
  seeLong(state, exchange, [text, ...response.headers.map(([, value]) => value), ...read].join('\n'), fields);
  if (operation === 'TOKEN') seeTokenRequest(state, exchange, text);
  else seeTokens(state, exchange, text);
  noteWords(codes, exchange, body, text, fields);
}

/** Begins with what was seen in earlier sittings of the run. */
export function openLeakWatch(guarded: readonly GuardedSecret[], before: LeaksSeen = { secrets: [], codes: [] }): LeakWatch {
  const long = guarded.filter(({ value }) => value.length >= LONG).map(({ name, value }) => ({ name, pattern: standsAlone(value) }));
  const short = guarded.filter(({ value }) => value.length < LONG).map(({ name, value }) => [value, name] as const);
  const state: State = { long, tokens: new Map(), found: [...before.secrets] };
  const codes: LeakedCodes = { secrets: new Map(short), challenges: new Set(), suspects: [] };
  return {
    learnCode: (code, challenge) => {
      learnCode(codes, code, challenge);
    },
    see: (exchange, body) => {
      see(state, codes, exchange, body);
    },
    secrets: () => state.found,
    codes: () => [...before.codes, ...leakedCodes(codes)],
  };
}
