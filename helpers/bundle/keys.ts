import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { sha256 } from '../core/sha256.ts';

/** Says what to give instead, and never shows the key. */
export class UnusableKey extends Error {}

const exportSpki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

function requireEd25519(key: KeyObject, name: string): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519')
    throw new UnusableKey(
      `${name}: expected an Ed25519 key, received ${key.asymmetricKeyType ?? 'another'}: make one with openssl genpkey -algorithm ed25519`,
    );
  return key;
}

const isPem = (text: string): boolean => text.includes('-----BEGIN');

/** Accepts PEM, PEM with `\n` instead of line ends, base64 of PEM, and base64 of DER. */
function parsePrivateKey(text: string): KeyObject {
  const plain = text.trim().replaceAll('\\n', '\n');
  if (isPem(plain)) return createPrivateKey(plain);
  const bytes = Buffer.from(plain, 'base64');
  const inner = bytes.toString('latin1');
  return isPem(inner) ? createPrivateKey(inner) : createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
}

function readKey(read: () => KeyObject, name: string, expected: string): KeyObject {
  try {
    return requireEd25519(read(), name);
  } catch (error) {
    if (error instanceof UnusableKey) throw error;
    throw new UnusableKey(`${name}: expected ${expected}, received another value (not shown)`);
  }
}

/** DMT_SIGN_KEY goes before DMT_SIGN_KEY_FILE; null when neither is set. */
export function readSigningKey(text: string | null, file: string | null): KeyObject | null {
  const expected = 'an Ed25519 private key as PEM or base64';
  if (text !== null) return readKey(() => parsePrivateKey(text), 'DMT_SIGN_KEY', expected);
  return file === null ? null : readKey(() => parsePrivateKey(readFileSync(file, 'utf8')), 'DMT_SIGN_KEY_FILE', expected);
}

/** The error names a wrong path: it is no secret, and no key is behind it. */
export function readPublicKey(file: string): KeyObject {
  const expected = 'a readable PEM file with an Ed25519 public key';
  if (!existsSync(file)) throw new UnusableKey(`--public-key: expected ${expected}, received no file ${file}`);
  return readKey(() => createPublicKey(readFileSync(file)), '--public-key', expected);
}

/** `SHA256:` and the hash of the DER form in hexadecimal; people compare it by eye. */
export const formatKeyFingerprint = (key: KeyObject): string => `SHA256:${sha256(exportSpki(key))}`;

export interface Signature {
  readonly algorithm: 'Ed25519';
  /** Base64 of the DER form. */
  readonly publicKey: string;
  readonly value: string;
}

export function signText(text: string, key: KeyObject): Signature {
  const publicKey = exportSpki(createPublicKey(key)).toString('base64');
  return { algorithm: 'Ed25519', publicKey, value: sign(null, Buffer.from(text), key).toString('base64') };
}

/** Null when the key did not sign this text, or the signature is not in our own notation. */
export function verifySigner(text: string, { publicKey, value }: Signature): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const bytes = Buffer.from(value, 'base64');
    const asWritten = exportSpki(key).toString('base64') === publicKey && bytes.toString('base64') === value;
    return asWritten && key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), key, bytes) ? key : null;
  } catch {
    return null;
  }
}
