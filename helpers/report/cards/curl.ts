import type { Exchange } from '../../core/exchange.ts';

/** Set by curl itself. */
const own = /^(?:user-agent|host|connection|content-length|accept-encoding|transfer-encoding)$/i;

const longestBody = 4000;

const quote = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

/** The request as a command, with the stand-ins of the record. Null for a callback, and for a body that no command line holds. */
export function toCurl({ id, request }: Exchange): string | null {
  const { method, url, headers, body } = request;
  if (id.startsWith('c') || body?.encoding === 'base64' || (body?.text.length ?? 0) > longestBody) return null;
  const parts = [
    method === 'HEAD' ? 'curl --head' : `curl -i -X ${quote(method)}`,
    quote(url),
    ...headers.filter(([name]) => !own.test(name)).map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quote(body.text)}`]),
  ];
  return parts.join(' \\\n  ');
}
