import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatKeyFingerprint, verifySigner, readPublicKey, readSigningKey, signText, UnusableKey } from '../../helpers/bundle/keys.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

test.for([
  ['PEM', pem],
  ['PEM with written line ends', pem.replaceAll('\n', '\\n')],
  ['base64 of PEM', Buffer.from(pem).toString('base64')],
  ['base64 of the DER form', privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')],
] as const)('a key is read as %s', ([, text]) => {
  const key = readSigningKey(text, null);
  expect(key === null ? null : formatKeyFingerprint(createPublicKey(key))).toBe(formatKeyFingerprint(publicKey));
});

test('without a key there is no signing key, and an unusable key is never shown', () => {
  expect(readSigningKey(null, null)).toBeNull();
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  for (const text of [rsa, 'artificial-key']) {
    expect(() => readSigningKey(text, null)).toThrow(UnusableKey);
    expect(() => readSigningKey(text, null)).not.toThrow(text.slice(0, 40));
  }
});

test('a signature fits one text and has one notation', () => {
  const signature = signText('text', privateKey);
  expect(verifySigner('text', signature)?.equals(publicKey)).toBe(true);
  for (const other of [
    { ...signature, value: `${signature.value} ` },
    { ...signature, publicKey: `${signature.publicKey}\n` },
  ])
    expect(verifySigner('text', other)).toBeNull();
  expect(verifySigner('texts', signature)).toBeNull();
});

test('a public key that is not there is told by its path, not as a wrong key', () => {
  expect(() => readPublicKey('none/sign-key.pub')).toThrow(
    '--public-key: expected a readable PEM file with an Ed25519 public key, received no file none/sign-key.pub',
  );
});
