/** `::1` for `[::1]`. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.+)\]$/, '$1');

export const isHttpAddress = (text: string): boolean => /^https?:\/\//i.test(text);

export function isLoopback(address: string): boolean {
  const host = withoutBrackets(new URL(address).hostname.toLowerCase());
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Host and port as people write it: `uat.example`, `127.0.0.1:8080`. */
export const hostWithPort = (address: string): string => new URL(address).host;

/** True for an entry of DMT_EFFECTS_ON or DMT_CONFIRM_HOST that names the host of an address, with or without its port. */
export function namesHost(entry: string, address: string): boolean {
  const { host, hostname } = new URL(address);
  const named = entry.trim().toLowerCase();
  return named === host || named === hostname || named === withoutBrackets(hostname.toLowerCase());
}

export interface SplitAddress {
  readonly origin: string;
  /** Path and query exactly as written, with at least a slash. */
  readonly path: string;
}

/** Splits an absolute address without normalizing it: the suite sends what the operator wrote. */
export function splitAddress(address: string): SplitAddress {
  const [, origin, rest] = /^(https?:\/\/[^/?#]+)([^#]*)/i.exec(address) ?? [];
  if (origin === undefined || rest === undefined) throw new Error(`expected an absolute http(s) address, received ${address}`);
  return { origin, path: rest.startsWith('/') ? rest : `/${rest}` };
}
