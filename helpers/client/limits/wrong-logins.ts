import { randomUUID } from 'node:crypto';
import type { RawRequest } from '../http/call.ts';
import type { Config } from '../../config/config.ts';
import { tokenRequest, type Agent } from '../auth/token.ts';

export interface TokenChange {
  readonly method?: 'GET';
  /** Replaces values of the form; null removes a field. */
  readonly form?: Readonly<Partial<Record<'username' | 'password' | 'grant_type', string | null>>>;
  /** Replaces the right password; null sends no client credentials. */
  readonly clientPassword?: string | null;
}

const artificialPassword = `artificial-${randomUUID()}`;

/**
 * Token requests with one thing wrong, the most telling first: one per clause, then the others, and last those without a secret. A cap cuts
 * off the end. The right password appears only in form bodies, because servers log addresses.
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

export const wrongLoginNames: readonly WrongLogin[] = Object.keys(wrongLogins).filter(isWrongLogin);

/**
 * The agent that wrong logins may lock: the second one if there is one. There is only one client, so a wrong client password must use it.
 */
export const wrongLoginAgent = ({ otherAgent }: Config['credentials']): Agent => (otherAgent === null ? 'agent' : 'other');

export function buildWrongTokenRequest(config: Pick<Config, 'target' | 'credentials'>, change: TokenChange): RawRequest {
  const { client, agent, otherAgent } = config.credentials;
  const { method = 'POST', form: changes = {}, clientPassword = client.password } = change;
  // A request without a user locks no one. A service that assumes a user rather assumes the first agent.
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
