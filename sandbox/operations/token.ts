import { json } from '../http/responses.ts';
import { setBounded, type Agent, type Token } from '../state/store.ts';
import type { ServiceResponse, RequestContext } from '../http/exchange.ts';
import type { JsonObject } from '../http/json.ts';
import { randomBytes } from 'node:crypto';

/** Authentication 2 and 3: password grant in a form body, client credentials by HTTP Basic. */
export function token(context: RequestContext): ServiceResponse {
  const { store, policy } = context;
  if (!isClient(context)) return error(401, 'invalid_client', { 'www-authenticate': 'Basic realm="sandbox"' });
  const form = readForm(context);
  if (form === undefined) return error(400, 'invalid_request');
  if (form.get('grant_type') !== 'password') return error(400, 'unsupported_grant_type');
  const agent = store.agents.get(form.get('username') ?? '');
  if (agent === undefined || !opens(context, agent, form.get('password'))) return error(policy.token.refusedGrant, 'invalid_grant');
  return json(200, tokenAnswer(context, grant(context, agent)));
}

// RFC 6749 section 5.2; the document shows no error answer.
const error = (status: number, code: string, headers: ServiceResponse['headers'] = {}): ServiceResponse => {
  const response = json(status, { error: code });
  return { ...response, headers: { ...response.headers, 'cache-control': 'no-store', ...headers } };
};

/** A locked agent stays locked with the right password too. */
function opens({ store, policy }: RequestContext, { id, password }: Agent, tried: string | null): boolean {
  const wrong = store.wrongPasswords.get(id) ?? 0;
  const { locksAfter } = policy.token;
  const isOpen = password === tried && (locksAfter === 0 || wrong < locksAfter);
  store.wrongPasswords.set(id, isOpen ? 0 : wrong + 1);
  return isOpen;
}

function isClient({ request, store }: RequestContext): boolean {
  const [, encoded = ''] = /^Basic ([\w+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return Buffer.from(encoded, 'base64').toString('utf8') === `${store.client.id}:${store.client.password}`;
}

const FIELDS = ['username', 'password', 'grant_type'];

function readForm({ request }: RequestContext): URLSearchParams | undefined {
  if (request.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') !== true) return undefined;
  const form = new URLSearchParams(Buffer.from(request.raw).toString('utf8'));
  return FIELDS.every((name) => form.getAll(name).length === 1 && form.get(name) !== '') ? form : undefined;
}

function grant({ store, policy, now }: RequestContext, agent: Agent): Token {
  const alive = [...store.tokens.values()].filter((issued) => issued.agent === agent && now < issued.expiresAt);
  const last = alive.at(-1);
  if (policy.token.reuse && last !== undefined) return last;
  if (policy.token.newestOnly) for (const older of alive) store.tokens.delete(older.value);
  const fresh = { value: randomBytes(24).toString(policy.token.letters), agent, expiresAt: now + policy.token.lifetimeSeconds * 1000 };
  setBounded(store.tokens, fresh.value, fresh);
  return fresh;
}

function tokenAnswer({ policy, now }: RequestContext, issued: Token): JsonObject {
  const minimal = { access_token: issued.value };
  if (policy.token.answer === 'minimal') return minimal;
  const standard = { ...minimal, token_type: 'bearer', expires_in: Math.floor((issued.expiresAt - now) / 1000) };
  if (policy.token.answer === 'standard') return standard;
  return { ...standard, refresh_token: randomBytes(24).toString('hex'), scope: 'read write', jti: randomBytes(8).toString('hex') };
}
