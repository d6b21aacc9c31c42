import { randomUUID } from 'node:crypto';
import type { RawRequest } from '../http/call.ts';
import type { Config } from '../../config/config.ts';
import { nearMisses } from '../../redaction/near-misses.ts';
import { tokenRequest, type Agent } from '../auth/token.ts';

/** What replaces a right value: a text, or one made of the right value. */
type Replacement = string | ((right: string, credentials: Config['credentials']) => string);

export interface TokenChange {
  readonly method?: 'GET';
  /** Replaces values of the form; null removes a field. */
  readonly form?: Readonly<Partial<Record<'username' | 'password' | 'grant_type', Replacement | null>>>;
  /** Replaces values of the client credentials; null sends none. */
  readonly client?: Readonly<Partial<Record<'id' | 'password', Replacement>>> | null;
  /** In place of the client credentials. */
  readonly authorization?: string;
}

const artificialName = `artificial-${randomUUID()}`;
const artificialPassword = `artificial-${randomUUID()}`;

/** A name with one character more may belong to somebody else. */
const continueName = (right: string): string => `${right}-${artificialName}`;

/**
 * Token requests with one thing wrong, the most telling first: one per clause, then names and passwords that are wrong or nearly right,
 * then missing values, and last the grants that the document leaves open. A cap cuts off the end. The right password appears only in
 * form bodies, because servers log addresses.
 */
export const wrongLogins = {
  'wrong-password': { form: { password: artificialPassword } },
  'missing-basic': { client: null },
  'unknown-grant': { form: { grant_type: 'artificial' } },
  'unknown-username': { form: { username: artificialName } },
  'wrong-client-password': { client: { password: artificialPassword } },
  'unknown-client': { client: { id: artificialName } },
  'bearer-for-basic': { client: null, authorization: `Bearer ${artificialPassword}` },
  'password-continued': { form: { password: nearMisses.continued } },
  'password-cut': { form: { password: nearMisses.cut } },
  'password-other-case': { form: { password: nearMisses.otherCase } },
  'password-of-another': { form: { password: (_, { agent }) => agent.password } },
  'client-password-continued': { client: { password: nearMisses.continued } },
  'client-password-cut': { client: { password: nearMisses.cut } },
  'client-password-other-case': { client: { password: nearMisses.otherCase } },
  'client-id-continued': { client: { id: continueName } },
  'username-continued': { form: { username: continueName } },
  'empty-password': { form: { password: '' } },
  'empty-client-password': { client: { password: '' } },
  'missing-password': { form: { password: null } },
  'missing-username': { form: { username: null } },
  'grant-other-case': { form: { grant_type: nearMisses.otherCase } },
  'missing-grant': { form: { grant_type: null } },
  'get-without-form': { method: 'GET' },
  'client-credentials-grant': { form: { grant_type: 'client_credentials' } },
  'refresh-token-grant': { form: { grant_type: 'refresh_token' } },
} as const satisfies Readonly<Record<string, TokenChange>>;

export type WrongLogin = keyof typeof wrongLogins;

/** Whom a service may lock for it: the one whose name comes with a wrong password. Null for nobody. */
export function findLockable({ form, client }: TokenChange): 'agent' | 'client' | null {
  if (form?.password !== undefined) return 'agent';
  return client?.password === undefined ? null : 'client';
}

const isWrongLogin = (name: string): name is WrongLogin => Object.hasOwn(wrongLogins, name);

export const wrongLoginNames: readonly WrongLogin[] = Object.keys(wrongLogins).filter(isWrongLogin);

/**
 * The agent that wrong logins may lock: the second one if there is one. There is only one client, so a wrong client password must use it.
 */
export const wrongLoginAgent = ({ otherAgent }: Config['credentials']): Agent => (otherAgent === null ? 'agent' : 'other');

const replaceValue = (right: string, by: Replacement | undefined, credentials: Config['credentials']): string =>
  typeof by === 'function' ? by(right, credentials) : (by ?? right);

function changeForm(right: RawRequest['body'], changes: TokenChange['form'], credentials: Config['credentials']): URLSearchParams {
  const form = new URLSearchParams(String(right));
  for (const [name, by] of Object.entries(changes ?? {})) {
    if (by === null) form.delete(name);
    else form.set(name, replaceValue(form.get(name) ?? '', by, credentials));
  }
  return form;
}

export function buildWrongTokenRequest(config: Pick<Config, 'target' | 'credentials'>, change: TokenChange): RawRequest {
  const { credentials } = config;
  const { client, agent, otherAgent } = credentials;
  const { method = 'POST', form, client: clientChange, authorization } = change;
  // A request of nobody locks no one. A service that assumes a user rather assumes the first agent.
  const whose = form?.username === undefined ? (otherAgent ?? agent) : agent;
  const sentClient = {
    id: replaceValue(client.id, clientChange?.id, credentials),
    password: replaceValue(client.password, clientChange?.password, credentials),
  };
  const right = tokenRequest(config, { client: sentClient, agent: whose });
  const kept = Object.entries(right.headers ?? {}).filter(([name]) => clientChange !== null || name !== 'Authorization');
  const headers: typeof kept = authorization === undefined ? kept : [...kept, ['Authorization', authorization]];
  return { ...right, method, headers, body: method === 'GET' ? null : changeForm(right.body, form, credentials).toString() };
}

/** Such as digits in another letter case, or the password of the only agent: the request would be the documented one. */
export function changesNothing({ credentials }: Pick<Config, 'credentials'>, change: TokenChange): boolean {
  const { client, agent, otherAgent } = credentials;
  const isSame = (right: string, by: Replacement | null | undefined): boolean =>
    typeof by === 'function' && by(right, credentials) === right;
  return isSame((otherAgent ?? agent).password, change.form?.password) || isSame(client.password, change.client?.password);
}
