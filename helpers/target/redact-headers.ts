import type { HeaderList } from './exchange.ts';
import type { Secrets } from './secrets.ts';

const uuidOrDigits = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|\d+/gi;
const secretHeader = /authorization|consent|cookie|otp|mpin|passw|token|secret|api-?key/i;
const isSecret = (name: string): boolean => secretHeader.test(name);

function redactHeader(secrets: Secrets, name: string, value: string): string {
  const { standIn } = secrets;
  if (/^consent$/i.test(name)) return maskConsent(secrets, value);
  if (/authorization$/i.test(name))
    return value.replace(/^(\s*(?:bearer|basic)\s+)?(.*)$/is, (_, scheme = '', rest: string) => String(scheme) + standIn(rest));
  if (/cookie$/i.test(name)) return value.replaceAll(/=([^;]*)/g, (_, held: string) => `=${standIn(held)}`);
  return standIn(value);
}

/** In a consent every number is a code, right or wrong; the state, a UUID, stays readable. */
function maskConsent({ standIn, replaceShort }: Secrets, value: string): string {
  const masked = value.replaceAll(uuidOrDigits, (part) => (part.includes('-') ? part : standIn(part)));
  return masked === value ? replaceShort(value) : masked;
}

export function redactHeaders(secrets: Secrets, headers: HeaderList): HeaderList {
  if (!headers.some(([name]) => isSecret(name))) return headers;
  return headers.map(([name, value]) =>
    isSecret(name) ? ([name, redactHeader(secrets, name, value)] as const) : ([name, value] as const),
  );
}
