import type { LeaksSeen, Sighting } from '../core/records/journal-lines.ts';
import { type Exchange, findHeader, parseRequestBody } from '../core/exchange.ts';
import { theMpin, type GuardedSecret } from '../redaction/known-secrets.ts';
import { listTextForms } from '../redaction/encodings.ts';
import { joinAlternatives, MIN_SEARCHED_LENGTH } from '../redaction/search.ts';
import { readSuccessResult } from '../core/answers.ts';
import { member } from '../core/json.ts';
import { readUsableToken } from '../client/auth/token.ts';
import { collectAnswerFields, collectHeaderFields, collectOpenFields, type AnswerField } from './answer-fields.ts';
import { collectLeakedCodes, formatLeakPlace, learnCode, noteWords } from './leaked-codes.ts';
import type { KnownCode, LeakedCodes } from './coincidence.ts';

/** Searches every answer as received and reports leaks at the end (reading 22). */
export interface LeakWatch {
  readonly learnCode: (code: string, state: string) => void;
  readonly see: (exchange: Exchange, body: unknown) => void;
  readonly secrets: () => readonly Sighting[];
  readonly codes: () => readonly Sighting[];
}

interface State {
  /** Long secrets are found wherever no letter or digit adjoins them. */
  readonly long: readonly { readonly name: string; readonly pattern: RegExp }[];
  /** User names by token. */
  readonly tokens: Map<string, string>;
  readonly found: Sighting[];
}

const mostSightings = 50;

const createStandAlonePattern = (secret: string): RegExp =>
  new RegExp(`(?<![A-Za-z0-9])(?:${joinAlternatives(new Set(listTextForms(secret, secret).map(([form]) => form)))})(?![A-Za-z0-9])`);

const readAuthorization = ({ request }: Exchange): string => findHeader(request.headers, 'authorization') ?? '';

const readUsername = ({ request }: Exchange): string => new URLSearchParams(request.body?.text ?? '').get('username') ?? '';

function addSighting({ found }: State, exchange: Exchange, what: string, where: string): void {
  if (found.length < mostSightings) found.push({ what, place: formatLeakPlace(exchange, where), exchange: exchange.id });
}

function seeLongSecrets(state: State, exchange: Exchange, text: string, fields: readonly AnswerField[]): void {
  for (const { name, pattern } of state.long) {
    if (!pattern.test(text)) continue;
    const field = fields.find((each) => each.text !== undefined && pattern.test(each.text));
    addSighting(state, exchange, name, field?.place ?? 'the answer');
  }
}

/** Who asks for a token, or sends one. */
function findCaller({ tokens }: State, exchange: Exchange): string | undefined {
  if (exchange.operation === 'TOKEN') return readUsername(exchange);
  const sent = readAuthorization(exchange);
  return [...tokens].find(([value]) => sent.includes(value))?.[1];
}

function seeTokens(state: State, exchange: Exchange, text: string): void {
  const caller = findCaller(state, exchange);
  // Whom a token is issued to is judged elsewhere.
  const issued = exchange.operation === 'TOKEN' ? readUsableToken(exchange.response?.body.text ?? '') : null;
  for (const [value, owner] of state.tokens)
    if (owner !== caller && value !== issued && text.includes(value))
      addSighting(state, exchange, 'a token of somebody else', 'the answer');
}

/** Only a token request may answer with a token. */
function seeTokenRequest({ tokens }: State, exchange: Exchange, text: string): void {
  const issued = exchange.request.method === 'POST' ? readUsableToken(text) : null;
  if (issued !== null && issued.length >= MIN_SEARCHED_LENGTH) tokens.set(issued, readUsername(exchange));
}

/** An MPIN that OP-12 has set is a secret from then on, whichever the run sets. */
function learnSetMpin({ secrets }: LeakedCodes, exchange: Exchange): void {
  if (exchange.operation !== 'OP-12' || readSuccessResult(exchange) === undefined) return;
  const mpin = member(parseRequestBody(exchange), 'mpin');
  if (typeof mpin === 'string' && !secrets.has(mpin)) secrets.set(mpin, { what: theMpin, states: [] });
}

/** How a service logs in where it posts a callback is open. */
const isOwnLogin = (operation: Exchange['operation'], header: string): boolean =>
  operation === 'CALLBACK' && header.toLowerCase() === 'authorization';

function seeAnswer(state: State, codes: LeakedCodes, exchange: Exchange, body: unknown): void {
  const { response, operation } = exchange;
  if (response?.body.encoding !== 'utf8') return;
  const { text } = response.body;
  const fields = [...collectAnswerFields(body), ...collectOpenFields(body)];
  const headers = response.headers.filter(([name]) => !isOwnLogin(operation, name)).map(([, value]) => value);
  // The text as written, and with its escapes decoded.
  const read = fields.map((field) => field.text ?? '');
  seeLongSecrets(state, exchange, [text, ...headers, ...read].join('\n'), fields);
  seeTokens(state, exchange, [text, ...headers].join('\n'));
  if (operation === 'TOKEN') seeTokenRequest(state, exchange, text);
  learnSetMpin(codes, exchange);
  noteWords(codes, exchange, body, { text, fields, headers: collectHeaderFields(response.headers) });
}

/** `before` holds what earlier sittings saw. */
export function openLeakWatch(guarded: readonly GuardedSecret[], before: LeaksSeen = { secrets: [], codes: [] }): LeakWatch {
  const long = guarded
    .filter(({ value }) => value.length >= MIN_SEARCHED_LENGTH)
    .map(({ name, value }) => ({ name, pattern: createStandAlonePattern(value) }));
  const short = guarded
    .filter(({ value }) => value.length < MIN_SEARCHED_LENGTH)
    .map(({ name, value }): [string, KnownCode] => [value, { what: name, states: [] }]);
  const state: State = { long, tokens: new Map(), found: [...before.secrets] };
  const seen = { suspects: [], suspectWords: new Set<string>(), longWords: new Set<string>() };
  const codes: LeakedCodes = { secrets: new Map(short), sentAt: new Map(), ...seen };
  return {
    learnCode: (code, challenge) => {
      learnCode(codes, code, challenge);
    },
    see: (exchange, body) => {
      seeAnswer(state, codes, exchange, body);
    },
    secrets: () => state.found,
    codes: () => [...before.codes, ...collectLeakedCodes(codes)],
  };
}
