import type { Reply } from '../../judge/reply.ts';
import { isOwnUserAgent } from '../../client/http/user-agent.ts';
import { openPlaceholders, toCurl } from '../../client/http/curl.ts';
import type { HeaderList, WireBody } from '../../core/exchange.ts';
import { listSpellings, type Values } from './fill.ts';

/** Secret or short-lived values, by their placeholder in scripts. */
const placeholders: Readonly<Record<string, string>> = {
  otp: '$OTP',
  state: '$STATE',
  otherOtp: '$OTHER_OTP',
  otherState: '$OTHER_STATE',
  mpin: '$MPIN',
  mobile: '$MOBILE',
};

const mostLetters = 2000;

const shortenText = (text: string): string =>
  text.length <= mostLetters ? text : `${text.slice(0, mostLetters)}… (${text.length} letters; replay sends all of them)`;

function withPlaceholders(text: string, values: Values): string {
  return Object.entries(placeholders).reduce((masked, [name, placeholder]) => {
    const value = values[name] ?? '';
    return value === '' ? masked : listSpellings(value).reduce((written, form) => written.replaceAll(form, placeholder), masked);
  }, text);
}

/** Placeholders cannot replace codes in binary bodies, and a shell cannot write them. */
const bodyText = ({ text, encoding }: WireBody): string =>
  encoding === 'base64' || text.includes('\0') ? `(${Buffer.byteLength(text, encoding)} bytes; replay sends them)` : shortenText(text);

/** The same request as a shell command, with placeholders for codes, mobiles and tokens. */
export function buildScript({ exchange: { request } }: Reply, values: Values): string {
  const headers: HeaderList = request.headers
    .filter((header) => !isOwnUserAgent(header))
    .map(([name, value]) => [name, name === 'Authorization' ? 'Bearer $TOKEN' : value]);
  const body = request.body === null ? null : bodyText(request.body);
  return openPlaceholders(withPlaceholders(toCurl({ ...request, headers, body }), values));
}
