import type { HeaderList } from '../../core/exchange.ts';
import { decodeHeader } from '../../core/text.ts';

interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string | null;
}

const quote = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

const placeholder = /\$(?:(?:OTHER_)?(?:OTP|STATE|TOKEN)|MPIN|MOBILE|CLIENT|USERNAME|PASSWORD)\b/g;

/** Single quotes end around each placeholder of a finished command, so that the shell fills in the variable of that name. */
export const openPlaceholders = (command: string): string => command.replaceAll(placeholder, (name) => `'"${name}"'`);

/** A colon without a value would remove the header. */
const formatHeader = (name: string, value: string): string => (value === '' ? `${name};` : `${name}: ${value}`);

/** Curl would resolve these segments before it sends. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

/** The request as a shell command. Callers first replace secrets by placeholders. */
export function toCurl({ method, url, headers, body }: CurlRequest): string {
  const parts = [
    method === 'HEAD' ? 'curl --head' : `curl -i -X ${quote(method)}`,
    ...(dotSegment.test(url) ? ['--path-as-is'] : []),
    quote(url),
    ...headers.map(([name, value]) => `-H ${quote(formatHeader(name, decodeHeader(value)))}`),
    ...(body === null ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return parts.join(' \\\n  ');
}
