import { isRecord, isText } from '../core/json.ts';
import type { KeyObject } from 'node:crypto';
import about from '../../package.json' with { type: 'json' };
import { renderingFingerprint } from '../report/fingerprint/fingerprints.ts';
import type { RunHeader } from '../core/records/journal-lines.ts';
import type { Files } from './archive.ts';
import { signText, type Signature } from './keys.ts';
import { sha256 } from '../core/sha256.ts';

export const manifestName = 'manifest.json';

/** The release that judges the bundle as the run did. */
export interface VerifyWith {
  /** `dmt-conformance@0.1.0` */
  readonly package: string;
  /** Digest of the container image (DMT_IMAGE_DIGEST); null when the run was not told one. */
  readonly image: string | null;
}

/** The signature covers this text with `signature: null`. */
export interface Manifest {
  readonly schemaVersion: 1;
  readonly run: string;
  readonly suiteVersion: string;
  readonly rendering: string;
  /** Absent in bundles of 0.1.0. */
  readonly verifyWith?: VerifyWith;
  /** SHA-256 in hexadecimal by file name, without the manifest. */
  readonly files: Readonly<Record<string, string>>;
  readonly signature: Signature | null;
}

const serializeManifest = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

export const formatSignedText = (manifest: Manifest): string => serializeManifest({ ...manifest, signature: null });

export interface Packing {
  readonly key: KeyObject | null;
  readonly image?: string | null;
}

export function buildManifest(files: Files, run: Pick<RunHeader, 'id' | 'suiteVersion'>, { key, image = null }: Packing): Buffer {
  const { id, suiteVersion } = run;
  const names = [...files.keys()].sort();
  const hashes = Object.fromEntries(names.map((name) => [name, sha256(files.get(name) ?? Buffer.alloc(0))]));
  const unsigned: Manifest = {
    schemaVersion: 1,
    run: id,
    suiteVersion,
    rendering: renderingFingerprint(),
    verifyWith: { package: `${about.name}@${suiteVersion}`, image },
    files: hashes,
    signature: null,
  };
  return Buffer.from(serializeManifest(key === null ? unsigned : { ...unsigned, signature: signText(formatSignedText(unsigned), key) }));
}

const isSignature = (value: unknown): value is Signature =>
  isRecord(value) && value['algorithm'] === 'Ed25519' && isText(value['publicKey']) && isText(value['value']);

const isVerifyWith = (value: unknown): value is VerifyWith =>
  isRecord(value) && isText(value['package']) && (value['image'] === null || isText(value['image']));

const isManifest = (value: unknown): value is Manifest =>
  isRecord(value) &&
  value['schemaVersion'] === 1 &&
  isText(value['run']) &&
  isText(value['suiteVersion']) &&
  isText(value['rendering']) &&
  (value['verifyWith'] === undefined || isVerifyWith(value['verifyWith'])) &&
  isRecord(value['files']) &&
  Object.values(value['files']).every(isText) &&
  (value['signature'] === null || isSignature(value['signature']));

/** How to get the verdict of the run again; empty for bundles of 0.1.0, which name their release alone. */
export function describeVerifyWith({ verifyWith }: Manifest): readonly string[] {
  if (verifyWith === undefined) return [];
  const image = verifyWith.image === null ? '' : `, image ${verifyWith.image}`;
  return [`the run was judged by ${verifyWith.package}${image}: verify it with that release for the verdict of the run`];
}

/** Null when the content is not a manifest, or differs by a byte from what we write. */
export function readManifest(content: Buffer): Manifest | null {
  try {
    const value: unknown = JSON.parse(content.toString('utf8'));
    return isManifest(value) && content.equals(Buffer.from(serializeManifest(value))) ? value : null;
  } catch {
    return null;
  }
}
