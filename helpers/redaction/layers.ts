type Change = (text: string) => string;

/** As deep as one coding may lie in another. */
const deepest = 4;
const longest = 100_000;

const percented = /(?:%[\da-f]{2}|[\w.~+-])+/gi;
const base64 = /[\w+/-]{6,}={0,2}/g;
const printable = /^[\t\n\r -~]+$/;

function unpercented(text: string): string | null {
  if (!text.includes('%')) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Null for a word that is no base64 of a text. Words of small letters alone are words. */
function unbased(text: string): string | null {
  if (text.length > longest || !/[A-Z\d]/.test(text)) return null;
  const inner = Buffer.from(text, 'base64').toString('latin1');
  return printable.test(inner) ? inner : null;
}

const based = (inner: string, like: string): string => {
  const encoded = Buffer.from(inner, 'latin1').toString(/[-_]/.test(like) ? 'base64url' : 'base64');
  return like.endsWith('=') ? encoded : encoded.replace(/=+$/, '');
};

/** Changes a text, and otherwise what lies in it percent-encoded or in base64; what is changed there is encoded again. */
export function inEveryLayer(text: string, change: Change, changeInner: Change, depth = 0): string {
  if (depth === deepest) return change(text);
  const within = (inner: string): string => inEveryLayer(inner, changeInner, changeInner, depth + 1);
  const opened = text.includes('%')
    ? text.replaceAll(percented, (part) => changed(part, unpercented(part), within, encodeURIComponent))
    : text;
  return change(opened.replaceAll(base64, (part) => changed(part, unbased(part), within, (inner) => based(inner, part))));
}

function changed(part: string, inner: string | null, change: Change, encode: Change): string {
  if (inner === null || inner === part) return part;
  const other = change(inner);
  return other === inner ? part : encode(other);
}
