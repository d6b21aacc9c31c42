export const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** No rule looks deeper. A hundred thousand nested arrays take many times the memory of their text. */
const DEEPEST = 32;

const quote = 0x22;
const backslash = 0x5c;
const openingBrackets: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closingBrackets: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** A shorter text is harmless, however deep it nests. */
const SHORT = 16 * 1024;

export function isNestedTooDeep(text: string): boolean {
  if (text.length <= SHORT) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length && depth <= DEEPEST; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) quoted = !quoted;
    else if (quoted) at += code === backslash ? 1 : 0;
    else if (openingBrackets.has(code)) depth += 1;
    else if (closingBrackets.has(code)) depth -= 1;
  }
  return depth > DEEPEST;
}

/** Empties every object and list below the limit, in place. */
export function limitDepth(value: unknown, depth = 1): void {
  if (!isContainer(value)) return;
  const keep = (key: PropertyKey, inner: unknown): void => {
    if (depth < DEEPEST) limitDepth(inner, depth + 1);
    else if (isContainer(inner)) Reflect.set(value, key, Array.isArray(inner) ? [] : {});
  };
  if (Array.isArray(value))
    value.forEach((inner, index) => {
      keep(index, inner);
    });
  else for (const [key, inner] of Object.entries(value)) keep(key, inner);
}
