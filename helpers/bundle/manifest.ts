import { isRecord, isText } from '../core/json.ts';
import { createHash, type KeyObject } from 'node:crypto';
import { renderingFingerprint } from '../report/fingerprint/fingerprints.ts';
import type { RunHeader } from '../core/records/journal-lines.ts';
import type { Files } from './archive.ts';
import { signText, type Signature } from './keys.ts';

export const manifestName = 'manifest.json';

/** What a bundle holds. The signature is of the very text without it. */
export interface Manifest {
  readonly schemaVersion: 1;
  readonly run: string;
  readonly suiteVersion: string;
  /** Fingerprint of the sources that rendered. */
  readonly rendering: string;
  /** SHA-256 by name, in hexadecimal; the manifest itself is not among them. */
  readonly files: Readonly<Record<string, string>>;
  /** Null of an unsigned bundle. */
  readonly signature: Signature | null;
}

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const serializeManifest = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** What is signed. */
export const formatSignedText = (manifest: Manifest): string => serializeManifest({ ...manifest, signature: null });

export function buildManifest(files: Files, { id, suiteVersion }: Pick<RunHeader, 'id' | 'suiteVersion'>, key: KeyObject | null): Buffer {
  const names = [...files.keys()].sort();
  const hashes = Object.fromEntries(names.map((name) => [name, sha256(files.get(name) ?? Buffer.alloc(0))]));
  const unsigned: Manifest = { schemaVersion: 1, run: id, suiteVersion, rendering: renderingFingerprint(), files: hashes, signature: null };
  return Buffer.from(serializeManifest(key === null ? unsigned : { ...unsigned, signature: signText(formatSignedText(unsigned), key) }));
}

const isSignature = (value: unknown): value is Signature =>
  isRecord(value) && value['algorithm'] === 'Ed25519' && isText(value['publicKey']) && isText(value['value']);

const isManifest = (value: unknown): value is Manifest =>
  isRecord(value) &&
  value['schemaVersion'] === 1 &&
  isText(value['run']) &&
  isText(value['suiteVersion']) &&
  isText(value['rendering']) &&
  isRecord(value['files']) &&
  Object.values(value['files']).every(isText) &&
  (value['signature'] === null || isSignature(value['signature']));

/** Null when it is not a manifest, or not written as one is: then a byte of it was changed. */
export function readManifest(content: Buffer): Manifest | null {
  try {
    const value: unknown = JSON.parse(content.toString('utf8'));
    return isManifest(value) && content.equals(Buffer.from(serializeManifest(value))) ? value : null;
  } catch {
    return null;
  }
}
