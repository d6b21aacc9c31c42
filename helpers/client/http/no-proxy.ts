import { withoutBrackets } from '../../config/addresses.ts';

/** True when an entry such as `*`, `host`, `.domain`, `*.domain`, `host:8443` or `[::1]:8443` covers the host. */
function coversHost(entry: string, hostname: string, port: string): boolean {
  if (entry === '*') return true;
  const [, bracketed, plain, only] = /^(?:\[(.+)\]|([^:]+|[^:]*:[^:]*:.*))(?::(\d+))?$/.exec(entry) ?? [];
  const name = (bracketed ?? plain ?? '').replace(/^\*?\./, '');
  if (name === '' || (only !== undefined && only !== port)) return false;
  return hostname === name || hostname.endsWith(`.${name}`);
}

export function bypassesProxy(noProxy: string, origin: string): boolean {
  const { hostname, port, protocol } = new URL(origin);
  const host = withoutBrackets(hostname);
  const effective = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return noProxy
    .toLowerCase()
    .split(/[,\s]+/)
    .some((entry) => entry !== '' && coversHost(entry, host, effective));
}
