import { isContainer } from './container.ts';

/** No rule looks deeper, and a hundred thousand arrays in each other take many times the memory of their text. */
const DEEPEST = 32;

const [quote, backslash] = [0x22, 0x5c];
const openingBrackets: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closingBrackets: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** No harm comes of a text this short, however it nests. */
const SHORT = 16 * 1024;

/** Whether a long JSON text nests deeper than anybody looks. */
export function isNestedTooDeep(text: string): boolean {
  if (text.length <= SHORT) return false;
  let [depth, quoted] = [0, false];
  for (let at = 0; at < text.length && depth <= DEEPEST; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) quoted = !quoted;
    else if (quoted) at += code === backslash ? 1 : 0;
    else if (openingBrackets.has(code)) depth += 1;
    else if (closingBrackets.has(code)) depth -= 1;
  }
  return depth > DEEPEST;
}

/** Empties, in its place, whatever lies deeper. */
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
