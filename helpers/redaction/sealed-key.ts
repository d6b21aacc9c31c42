import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Config } from '../config/config.ts';

/**
 * A later sitting of a run needs the same key, so that values keep their stand-ins. The key could reveal the values behind short stand-ins,
 * so it is sealed with the run's credentials and in no bundle.
 */
const cipher = 'aes-256-gcm';
const sizes = { salt: 16, iv: 12, tag: 16, key: 32 } as const;

/** A key that only someone with the credentials of the target can make again. */
export const deriveCredentialKey = ({ credentials: { client, agent } }: Pick<Config, 'credentials'>, salt: Buffer | string): Buffer =>
  scryptSync(JSON.stringify([client.id, client.password, agent.id, agent.password]), salt, sizes.key);

function sealKey(config: Config, key: Buffer): Buffer {
  const salt = randomBytes(sizes.salt);
  const iv = randomBytes(sizes.iv);
  const sealed = createCipheriv(cipher, deriveCredentialKey(config, salt), iv);
  const content = Buffer.concat([sealed.update(key), sealed.final()]);
  return Buffer.concat([salt, iv, sealed.getAuthTag(), content]);
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

const writeSealedKey = (file: string, config: Config, key: Buffer): Buffer => {
  writeFileSync(file, sealKey(config, key), { mode: 0o600 });
  return key;
};

export const createSealedKey = (file: string, config: Config): Buffer => writeSealedKey(file, config, randomBytes(sizes.key));

/** The key of the earlier sittings. Without one, a new key, and values get other stand-ins from then on. */
export const loadSealedKey = (file: string, config: Config): Buffer =>
  (existsSync(file) ? unsealKey(config, readFileSync(file)) : null) ?? createSealedKey(file, config);
