import { randomUUID } from 'node:crypto';
import type { RawRequest } from '../http/call.ts';
import type { Config } from '../../config/config.ts';
import { tokenRequest, type Agent } from '../auth/token.ts';

/** How a token request differs from the documented one. */
export interface TokenChange {
  readonly method?: 'GET';
  /** In place of the form's own values; null leaves a field out. */
  readonly form?: Readonly<Partial<Record<'username' | 'password' | 'grant_type', string | null>>>;
  /** In place of the right one; null sends no client credentials at all. */
  readonly clientPassword?: string | null;
}

const artificialPassword = `artificial-${randomUUID()}`;

/**
 * Token requests with one thing wrong, the most telling first: one for each clause, then the others, those without a secret last.
 * A cap cuts off the end. The right password travels in a form body only: an address is logged.
 */
export const wrongLogins = {
  'wrong-password': { form: { password: artificialPassword } },
  'missing-basic': { clientPassword: null },
  'unknown-grant': { form: { grant_type: 'artificial' } },
  'wrong-client-password': { clientPassword: artificialPassword },
  'empty-password': { form: { password: '' } },
  'missing-password': { form: { password: null } },
  'missing-username': { form: { username: null } },
  'missing-grant': { form: { grant_type: null } },
  'get-without-form': { method: 'GET' },
} as const satisfies Readonly<Record<string, TokenChange>>;

export type WrongLogin = keyof typeof wrongLogins;

const isWrongLogin = (name: string): name is WrongLogin => Object.hasOwn(wrongLogins, name);

/** In the order of the table. */
export const wrongLoginNames: readonly WrongLogin[] = Object.keys(wrongLogins).filter(isWrongLogin);

/** Whom wrong logins may lock: the second agent where there is one. There is one client alone, so a wrong password of it cannot avoid it. */
export const wrongLoginAgent = ({ otherAgent }: Config['credentials']): Agent => (otherAgent === null ? 'agent' : 'other');

/** The token request with something wrong in it. */
export function buildWrongTokenRequest(config: Pick<Config, 'target' | 'credentials'>, change: TokenChange): RawRequest {
  const { client, agent, otherAgent } = config.credentials;
  const { method = 'POST', form: changes = {}, clientPassword = client.password } = change;
  // Where nobody is named nobody is locked: a service that takes somebody for granted takes the first agent rather.
  const whose = changes.username === null ? agent : (otherAgent ?? agent);
  const right = tokenRequest(config, { client: { ...client, password: clientPassword ?? '' }, agent: whose });
  const form = new URLSearchParams(String(right.body));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) form.delete(name);
    else form.set(name, value);
  }
  const headers = Object.entries(right.headers ?? {}).filter(([name]) => clientPassword !== null || name !== 'Authorization');
  return { ...right, method, headers, body: method === 'GET' ? null : form.toString() };
}
