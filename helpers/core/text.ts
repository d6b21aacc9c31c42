/** What a received value may carry to harm a reader: control characters, changes of writing direction, halves of characters, non-characters. */
const harmfulCharacters = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufffe\uffff]/gu;

const namedEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeCharacter = (character: string): string =>
  namedEscapes[character] ?? `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** One line of visible characters, for a terminal, a table cell or an attribute. */
export const toOneLine = (text: string): string => text.replace(harmfulCharacters, escapeCharacter);

/** Several lines of visible characters. */
export const toVisibleLines = (text: string): string =>
  text.replace(harmfulCharacters, (character) => (character === '\n' || character === '\t' ? character : escapeCharacter(character)));

export const shorten = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);

export const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The text itself where its percent escapes cannot be undone. */
export function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeEntities = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** Text inside HTML or XML, elements and attributes alike. */
export const escapeMarkup = (text: string): string => escapeEntities(toVisibleLines(text));

/** Text inside a line of Markdown: what could become a tag, a link, an address, a mention or a table cell is escaped. */
export const escapeMarkdown = (text: string): string =>
  toOneLine(text)
    .replace(/[\\`*_[\]<>#!|~&@]|:(?=\/\/)/g, '\\$&')
    .replace(/\bwww\./gi, (found) => `${found.slice(0, -1)}\\.`);

/** Code inside a line of Markdown: fenced by more backticks than it holds. */
export function markdownCode(text: string): string {
  const visible = toOneLine(text);
  const longest = Math.max(0, ...[...visible.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${visible}\`` : `${fence} ${visible} ${fence}`;
}

export const pluralize = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
