import type { LeaksSeen, Sighting } from '../core/records/journal-lines.ts';
import { type Exchange, headerOf } from '../core/exchange.ts';
import type { GuardedSecret } from '../redaction/known-secrets.ts';
import { textForms } from '../redaction/encodings.ts';
import { anyOf, LONG } from '../redaction/search.ts';
import { usableToken } from '../client/auth/token.ts';
import { fieldsIn, isExtra, type AnswerField } from './answer-fields.ts';
import { member } from '../core/json.ts';

/** A word that may turn out to be a code: the code of a challenge is read only after the answer that may hold it. */
interface Suspect {
  readonly word: string;
  readonly sighting: Omit<Sighting, 'what'>;
  /** Sent, and told in a field that is named after it. */
  readonly certain: boolean;
  /** The request carried the very word, the field is named after it, or it stands beside its challenge. */
  readonly telling: (challenges: ReadonlySet<string>) => boolean;
}

/** Looks at every answer as it came, and says at the end what leaked (reading 22). */
export interface LeakWatch {
  readonly learnCode: (code: string, state: string) => void;
  readonly see: (exchange: Exchange, body: unknown) => void;
  readonly secrets: () => readonly Sighting[];
  readonly codes: () => readonly Sighting[];
}

const mostPerAnswer = 20;
const mostSuspects = 5000;
const mostSightings = 50;

/** Codes shorter than this coincide with innocent digits too often for one sighting to tell. */
const sureLength = 6;

const place = ({ request }: Exchange, where: string): string => `${request.method} ${new URL(request.url).pathname} › ${where}`;

const standsAlone = (secret: string): RegExp =>
  new RegExp(`(?<![A-Za-z0-9])(?:${anyOf(new Set(textForms(secret, secret).map(([form]) => form)))})(?![A-Za-z0-9])`);

const bearerOf = ({ request }: Exchange): string => headerOf(request.headers, 'authorization') ?? '';

const ownerIn = ({ request }: Exchange): string => new URLSearchParams(request.body?.text ?? '').get('username') ?? '';

/** The words of a text that could be a code: short, and with a digit. */
const codeWords = (text: string): string[] => text.match(/(?<!\w)(?=\w*\d)\w{4,10}(?!\w)/g) ?? [];

const namedAfter = (name: string): boolean => /otp|mpin|passw|^pin$/i.test(name);

/** A challenge and the code that answers it; UUIDs compare ignoring case. */
const challengeOf = (state: string, code: string): string => `${state.toLowerCase()} ${code}`;

/** A short code is looked for nowhere else. */
const mayHoldCode = (field: AnswerField): boolean => field.name === 'message' || isExtra(field);

/** Begins with what was seen in earlier sittings of the run. */
export function openLeakWatch(guarded: readonly GuardedSecret[], before: LeaksSeen = { secrets: [], codes: [] }): LeakWatch {
  const long = guarded.filter(({ value }) => value.length >= LONG).map(({ name, value }) => ({ name, pattern: standsAlone(value) }));
  /** The names of short secrets, by their values. */
  const short = new Map<string, string>();
  for (const { name, value } of guarded) if (value.length < LONG) short.set(value, name);
  /** Challenges with the codes that answer them, of which a campaign reads thousands. */
  const challenges = new Set<string>();
  const tokens = new Map<string, string>();
  const suspects: Suspect[] = [];
  const found: Sighting[] = [...before.secrets];

  const tell = (exchange: Exchange, what: string, where: string): void => {
    if (found.length < mostSightings) found.push({ what, place: place(exchange, where), exchange: exchange.id });
  };

  const seeLong = (exchange: Exchange, text: string, fields: readonly AnswerField[]): void => {
    for (const { name, pattern } of long) {
      if (!pattern.test(text)) continue;
      const field = fields.find((each) => each.text !== undefined && pattern.test(each.text));
      tell(exchange, name, field?.place ?? 'the answer');
    }
  };

  const seeTokens = (exchange: Exchange, text: string): void => {
    const sent = bearerOf(exchange);
    const caller = [...tokens].find(([value]) => sent.includes(value))?.[1];
    for (const [value, owner] of tokens)
      if (owner !== caller && text.includes(value)) tell(exchange, 'a token of somebody else', 'the answer');
  };

  const suspect = (exchange: Exchange, body: unknown, name: string, where: string, text: string): void => {
    const { request, operation } = exchange;
    const sent = `${headerOf(request.headers, 'consent') ?? ''} ${request.body?.text ?? ''}`;
    const state: unknown = operation === 'OP-3' ? member(member(body, 'result'), 'state') : undefined;
    for (const word of codeWords(text).slice(0, mostPerAnswer)) {
      if (suspects.length >= mostSuspects) return;
      const [isNamed, isSent] = [namedAfter(name), codeWords(sent).includes(word)];
      const named = isNamed || isSent;
      const telling: Suspect['telling'] = (known) => named || (typeof state === 'string' && known.has(challengeOf(state, word)));
      suspects.push({ word, sighting: { place: place(exchange, where), exchange: exchange.id }, certain: isNamed && isSent, telling });
    }
  };

  const codesNow = (): readonly Sighting[] => {
    const seen = suspects.flatMap(({ word, sighting, certain, telling }) => {
      const name = short.get(word);
      return name === undefined ? [] : [{ sighting: { what: name, ...sighting }, word, certain, sure: telling(challenges) }];
    });
    // Coincidence is told from a leak by how often, and by how near to its own challenge, a code is seen.
    const [surely, perhaps] = [seen.filter(({ sure }) => sure), seen.filter(({ word }) => word.length >= sureLength)];
    const answers = (some: typeof seen): number => new Set(some.map(({ sighting: { exchange } }) => exchange)).size;
    // What was seen is told, never the word that was seen.
    const told = (some: typeof seen): readonly Sighting[] => some.map(({ sighting }) => sighting);
    if (surely.some(({ word, certain }) => certain || word.length >= sureLength)) return told(surely);
    if (answers(surely) >= 2) return told(surely);
    return answers(perhaps) >= 2 ? told(perhaps) : [];
  };

  return {
    learnCode(code, state) {
      if (!short.has(code)) short.set(code, 'an OTP');
      challenges.add(challengeOf(state, code));
    },
    see(exchange, body) {
      const { response, operation } = exchange;
      if (response?.body.encoding !== 'utf8') return;
      const { text } = response.body;
      const fields = fieldsIn(body);
      // As it was written, and as it reads once its escapes are undone.
      const read = fields.map((field) => field.text ?? '');
      seeLong(exchange, [text, ...response.headers.map(([, value]) => value), ...read].join('\n'), fields);
      const issued = operation === 'TOKEN' && exchange.request.method === 'POST' ? usableToken(text) : null;
      if (issued !== null && issued.length >= LONG) tokens.set(issued, ownerIn(exchange));
      if (operation !== 'TOKEN') seeTokens(exchange, text);
      if (fields.length === 0) suspect(exchange, body, '', 'the answer', text);
      for (const field of fields)
        if (field.text !== undefined && mayHoldCode(field)) suspect(exchange, body, field.name, field.place, field.text);
    },
    secrets: () => found,
    codes: () => [...before.codes, ...codesNow()],
  };
}
