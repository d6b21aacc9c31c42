import { openPlaceholders, toCurl } from '../../client/http/curl.ts';
import type { Exchange } from '../../core/exchange.ts';

/** Set by curl itself. */
const own = /^(?:user-agent|host|connection|content-length|accept-encoding|transfer-encoding)$/i;

const longestBody = 4000;

type Replacement = readonly [pattern: RegExp, placeholder: string];

const consents: readonly Replacement[] = [
  [/^OTP \S+ \S+$/, 'OTP $OTP $STATE'],
  [/^MPIN \S+$/, 'MPIN $MPIN'],
];

/** A token that was made up is no secret, and the call needs it as it is. */
const authorizations = (as: Exchange['as']): readonly Replacement[] => [
  [/^Basic \S+$/, 'Basic $CLIENT'],
  ...(as == null ? [] : [[/^Bearer \S+$/, as === 'other' ? 'Bearer $OTHER_TOKEN' : 'Bearer $TOKEN'] as const]),
];

const fields: readonly Replacement[] = [
  ...['otp', 'state', 'mpin', 'password'].map((name): Replacement => [
    new RegExp(`("${name}"\\s*:\\s*)"[^"\\\\]+"`, 'g'),
    `$1"$$${name.toUpperCase()}"`,
  ]),
  [/\busername=[^&\s]+/g, 'username=$USERNAME'],
  [/\bpassword=[^&\s]+/g, 'password=$PASSWORD'],
];

const replaceAll = (text: string, replacements: readonly Replacement[]): string =>
  replacements.reduce((written, [pattern, placeholder]) => written.replace(pattern, placeholder), text);

function fillHeader(name: string, value: string, as: Exchange['as']): string {
  if (/^consent$/i.test(name)) return replaceAll(value, consents);
  return /^authorization$/i.test(name) ? replaceAll(value, authorizations(as)) : value;
}

/** The request as a command, with placeholders for secrets. Null for a callback, and for a body that no command line holds. */
export function buildRepeatCommand({ id, request, as }: Exchange): string | null {
  const { method, url, body } = request;
  if (id.startsWith('c') || body?.encoding === 'base64' || (body?.text.length ?? 0) > longestBody) return null;
  return openPlaceholders(
    toCurl({
      method,
      url,
      headers: request.headers.filter(([name]) => !own.test(name)).map(([name, value]) => [name, fillHeader(name, value, as)]),
      body: body === null ? null : replaceAll(body.text, fields),
    }),
  );
}
