/** What a received value may carry to harm a reader: control characters, changes of writing direction, halves of characters, non-characters. */
const harmful = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufffe\uffff]/gu;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (character: string): string => named[character] ?? `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** One line of visible characters, for a terminal, a table cell or an attribute. */
export const oneLine = (text: string): string => text.replace(harmful, escaped);

/** Several lines of visible characters. */
export const lines = (text: string): string =>
  text.replace(harmful, (character) => (character === '\n' || character === '\t' ? character : escaped(character)));

export const shorten = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);

export const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text inside HTML or XML, elements and attributes alike. */
export const markup = (text: string): string => lines(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** Text inside a line of Markdown: what could become a tag, a link, an address, a mention or a table cell is escaped. */
export const markdown = (text: string): string =>
  oneLine(text)
    .replace(/[\\`*_[\]<>#!|~&@]|:(?=\/\/)/g, '\\$&')
    .replace(/\bwww\./gi, (found) => `${found.slice(0, -1)}\\.`);

/** Code inside a line of Markdown: fenced by more backticks than it holds. */
export function code(text: string): string {
  const visible = oneLine(text);
  const longest = Math.max(0, ...[...visible.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${visible}\`` : `${fence} ${visible} ${fence}`;
}

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
