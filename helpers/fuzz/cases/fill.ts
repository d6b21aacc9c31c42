export type Values = Readonly<Record<string, string>>;

const repeatedPlaceholder = /\{\{(.+?)\*(\d+)\}\}/gs;
const namedPlaceholder = /\{(\w+)(?::(\w+))?\}/g;

/** Escapes the last letter of a JSON text; the meaning stays the same. */
function escapeLast(text: string): string {
  const last = text.at(-1);
  if (last === undefined || !/[\w ]/.test(last)) return text;
  return `${text.slice(0, -1)}\\u${last.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The digits of another script, whose zero is this code point. */
const digitsFrom =
  (zero: number) =>
  (text: string): string =>
    text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const spellings: Readonly<Record<string, (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  escaped: escapeLast,
  fullwidth: digitsFrom(0xff10),
  arabic: digitsFrom(0x0660),
  devanagari: digitsFrom(0x0966),
};

/** A value in every spelling that a template may use. */
export const listSpellings = (value: string): readonly string[] => [value, ...Object.values(spellings).map((manner) => manner(value))];

/** `{mobile}` becomes the value of that name if there is one, `{state:upper}` its upper case, `{{a*500}}` five hundred letters. */
export const fill = (template: string, values: Values): string =>
  template
    .replaceAll(repeatedPlaceholder, (_, unit: string, times: string) => unit.repeat(Number(times)))
    .replaceAll(namedPlaceholder, (whole, name: string, manner: string | undefined) => {
      const value = values[name];
      if (value === undefined) return whole;
      return manner === undefined ? value : (spellings[manner]?.(value) ?? whole);
    });

/** Shorter forms of a text with a repetition, the shortest first. */
export function shortenTemplate(template: string): readonly string[] {
  const [whole, unit, times] = /\{\{(.+?)\*(\d+)\}\}/s.exec(template) ?? [];
  if (whole === undefined || unit === undefined) return [];
  const sizes = [1, 16, 64, 256, 1024, 4096, 16_384].filter((size) => size < Number(times));
  return sizes.map((size) => template.replace(whole, `{{${unit}*${size}}}`));
}
