/** `escaped`: the value was written with escapes, which the text around it does not show. */
export type Replace = (value: string, field: string, escaped: boolean) => string;

/** A text, closed or cut off, with the colon that makes it a field's name; or a number. Never backtracks. */
const token = /"([^"\\]*(?:\\[^][^"\\]*)*)("|\\?$)(\s*:)?|-?\d[\d.eE+-]*/g;

const unescaped = (raw: string): string => {
  try {
    const value: unknown = JSON.parse(`"${raw}"`);
    return typeof value === 'string' ? value : raw;
  } catch {
    return raw;
  }
};

/** Replaces values in the text of a JSON document, valid or not, and leaves everything else as it was written. */
export function replaceValues(json: string, replace: Replace): string {
  let field = '';
  return json.replace(token, (whole: string, raw: string | undefined, close: string, colon: string | undefined) => {
    if (raw === undefined) return replace(whole, field, false);
    const escaped = raw.includes('\\');
    const value = escaped ? unescaped(raw) : raw;
    if (colon !== undefined) {
      field = value;
      return whole;
    }
    const other = replace(value, field, escaped);
    return other === value ? whole : `"${JSON.stringify(other).slice(1, -1)}${close}`;
  });
}
