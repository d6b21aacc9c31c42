export type ChangeText = (text: string) => string;

const deepest = 4;
const longest = 100_000;

const percentEncodedWord = /(?:%[\da-f]{2}|[\w.~+-])+/gi;
const base64Word = /[\w+/-]{6,}={0,2}/g;
const printable = /^[\t\n\r -~]+$/;

function decodePercent(text: string): string | null {
  if (!text.includes('%')) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Null for a word that is not base64 text. A word of lowercase letters alone is an ordinary word. */
function decodeBase64(text: string): string | null {
  if (text.length > longest || !/[A-Z\d]/.test(text)) return null;
  const inner = Buffer.from(text, 'base64').toString('latin1');
  return printable.test(inner) ? inner : null;
}

const encodeBase64 = (inner: string, like: string): string => {
  const encoded = Buffer.from(inner, 'latin1').toString(/[-_]/.test(like) ? 'base64url' : 'base64');
  return like.endsWith('=') ? encoded : encoded.replace(/=+$/, '');
};

/** Changes a text and what it holds percent-encoded or in base64, then encodes the changed parts again. */
export function changeEveryLayer(text: string, change: ChangeText, changeInner: ChangeText, depth = 0): string {
  if (depth === deepest) return change(text);
  const within = (inner: string): string => changeEveryLayer(inner, changeInner, changeInner, depth + 1);
  const opened = text.includes('%')
    ? text.replaceAll(percentEncodedWord, (part) => changeDecoded(part, decodePercent(part), within, encodeURIComponent))
    : text;
  return change(
    opened.replaceAll(base64Word, (part) => changeDecoded(part, decodeBase64(part), within, (inner) => encodeBase64(inner, part))),
  );
}

function changeDecoded(part: string, inner: string | null, change: ChangeText, encode: ChangeText): string {
  if (inner === null || inner === part) return part;
  const other = change(inner);
  return other === inner ? part : encode(other);
}
