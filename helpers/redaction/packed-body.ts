import { gunzipSync, gzipSync } from 'node:zlib';
import type { WireBody } from '../core/exchange.ts';
import type { ChangeText } from './layers.ts';

/** A small body must not unpack to more than memory can hold. */
const mostBytes = 1024 * 1024;

/** In UTF-16 and UTF-32, ASCII letters have one or three NULs next to them. */
function detectWideEncoding(text: string): { readonly width: number; readonly at: number } | null {
  const at = text.search(/[^\0]/);
  const count = text.replaceAll('\0', '').length;
  return (count * 2 === text.length && at < 2) || (count * 4 === text.length && at < 4) ? { width: text.length / count, at } : null;
}

function changeWide(text: string, change: ChangeText): string {
  const wide = text.includes('\0') ? detectWideEncoding(text) : null;
  if (wide === null) return change(text);
  const { width, at } = wide;
  const before = '\0'.repeat(at);
  const behind = '\0'.repeat(width - at - 1);
  const plain = text.replaceAll('\0', '');
  const other = change(plain);
  return other === plain ? text : Array.from(other, (letter) => before + letter + behind).join('');
}

function gunzipText(bytes: Buffer): string | null {
  try {
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: mostBytes }).toString('latin1') : null;
  } catch {
    return null;
  }
}

/** Changes the text of a body in any packing; bytes that are not text are read as Latin-1. */
export function changeBodyText({ text, encoding }: WireBody, change: ChangeText): WireBody {
  if (encoding === 'utf8') return { text: changeWide(text, change), encoding };
  const bytes = Buffer.from(text, 'base64');
  const inner = gunzipText(bytes);
  const plain = inner ?? bytes.toString('latin1');
  const other = changeWide(plain, change);
  if (other === plain) return { text, encoding };
  const changed = Buffer.from(other, 'latin1');
  return { text: (inner === null ? changed : gzipSync(changed)).toString('base64'), encoding };
}
