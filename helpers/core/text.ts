/** Characters that may harm a reader: control characters, changes of writing direction, half surrogate pairs, non-characters. */
const harmfulCharacters = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufffe\uffff]/gu;

const namedEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeCharacter = (character: string): string =>
  namedEscapes[character] ?? `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

export const toOneLine = (text: string): string => text.replace(harmfulCharacters, escapeCharacter);

export const toVisibleLines = (text: string): string =>
  text.replace(harmfulCharacters, (character) => (character === '\n' || character === '\t' ? character : escapeCharacter(character)));

/** A header is a row of bytes, written as one character each. Where they are UTF-8, this is what they say. */
export function decodeHeader(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value) || /[^\0-\u00ff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

/** `1234567.89` → `1,234,567.89` */
export const groupDigits = (amount: string): string => amount.replace(/\d+/, (whole) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','));

export const shorten = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);

/** Ends at a whole word. A word that is too long by itself is cut. */
export function shortenAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const end = /\s\S*$/.exec(cut)?.index ?? 0;
  return `${end === 0 ? cut : cut.slice(0, end).replace(/[\s,;:(]+$/, '')}…`;
}

/** The text as a pattern that matches it alone. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

export const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Unchanged where its percent escapes are invalid. */
export function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeEntities = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

export const escapeMarkup = (text: string): string => escapeEntities(toVisibleLines(text));

/** For text in a line of Markdown: escapes tags, links, addresses, mentions and table cells. */
export const escapeMarkdown = (text: string): string =>
  toOneLine(text)
    .replace(/[\\`*_[\]<>#!|~&@]|:(?=\/\/)/g, '\\$&')
    .replace(/\bwww\./gi, (found) => `${found.slice(0, -1)}\\.`);

/** Code in a line of Markdown, fenced by more backticks than the text holds. */
export function markdownCode(text: string): string {
  const visible = toOneLine(text);
  const longest = Math.max(0, ...[...visible.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${visible}\`` : `${fence} ${visible} ${fence}`;
}

/** A sentence of ours, with field names between backticks. */
export const markdownProse = (text: string): string =>
  toOneLine(text)
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? markdownCode(part.slice(1, -1)) : escapeMarkdown(part)))
    .join('');

export const pluralize = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
