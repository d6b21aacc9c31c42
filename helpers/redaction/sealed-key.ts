import { createCipheriv, createDecipheriv, randomBytes, scrypt, scryptSync } from 'node:crypto';
import { promisify } from 'node:util';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Config } from '../config/config.ts';

/**
 * A later sitting of a run needs the same key, so that values keep their stand-ins. The key could reveal the values behind short stand-ins,
 * so it is sealed with the run's credentials and in no bundle.
 */
const cipher = 'aes-256-gcm';
const sizes = { salt: 16, iv: 12, tag: 16, key: 32 } as const;

const formatCredentials = ({ credentials: { client, agent } }: Pick<Config, 'credentials'>): string =>
  JSON.stringify([client.id, client.password, agent.id, agent.password]);

/** A key that only someone with the credentials of the target can make again. */
export const deriveCredentialKey = (config: Pick<Config, 'credentials'>, salt: Buffer | string): Buffer =>
  scryptSync(formatCredentials(config), salt, sizes.key);

const deriveBeside = promisify<string, Buffer, number, Buffer>(scrypt);

/** A new key, and the content of its file. */
export interface SealedKey {
  readonly key: Buffer;
  readonly sealed: Buffer;
}

/** Takes as long as ten calls, on another processor. */
export async function createSealedKey(config: Config): Promise<SealedKey> {
  const key = randomBytes(sizes.key);
  const salt = randomBytes(sizes.salt);
  const iv = randomBytes(sizes.iv);
  const sealing = createCipheriv(cipher, await deriveBeside(formatCredentials(config), salt, sizes.key), iv);
  const content = Buffer.concat([sealing.update(key), sealing.final()]);
  return { key, sealed: Buffer.concat([salt, iv, sealing.getAuthTag(), content]) };
}

/** Null for other credentials or a damaged file. */
function unsealKey(config: Config, bytes: Buffer): Buffer | null {
  const iv = sizes.salt;
  const tag = sizes.salt + sizes.iv;
  const content = tag + sizes.tag;
  try {
    const opened = createDecipheriv(cipher, deriveCredentialKey(config, bytes.subarray(0, iv)), bytes.subarray(iv, tag), {
      authTagLength: sizes.tag,
    });
    opened.setAuthTag(bytes.subarray(tag, content));
    return Buffer.concat([opened.update(bytes.subarray(content)), opened.final()]);
  } catch {
    return null;
  }
}

export const writeSealedKey = (file: string, { sealed }: SealedKey): void => {
  writeFileSync(file, sealed, { mode: 0o600 });
};

/** The key of the earlier sittings. */
export const loadSealedKey = (file: string, config: Config): Buffer | null =>
  existsSync(file) ? unsealKey(config, readFileSync(file)) : null;
