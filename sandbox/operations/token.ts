import { json } from '../http/responses.ts';
import { keep, type Agent, type Token } from '../state/store.ts';
import type { Answer, Visit } from '../http/exchange.ts';
import type { JsonObject } from '../http/json.ts';
import type { Route } from '../http/router.ts';
import { randomBytes } from 'node:crypto';

/** Authentication 2 and 3: password grant in a form body, client credentials by HTTP Basic. */
function token(visit: Visit): Answer {
  const { bank, policy } = visit;
  if (!isClient(visit)) return error(401, 'invalid_client', { 'www-authenticate': 'Basic realm="sandbox"' });
  const form = readForm(visit);
  if (form === undefined) return error(400, 'invalid_request');
  if (form.get('grant_type') !== 'password') return error(400, 'unsupported_grant_type');
  const agent = bank.agents.get(form.get('username') ?? '');
  if (agent === undefined || !opens(visit, agent, form.get('password'))) return error(policy.token.refusedGrant, 'invalid_grant');
  return json(200, tokenAnswer(visit, grant(visit, agent)));
}

// RFC 6749 section 5.2; the document shows no error answer of its own.
const error = (status: number, code: string, headers: Answer['headers'] = {}): Answer => {
  const answer = json(status, { error: code });
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store', ...headers } };
};

/** A locked agent stays out with the right password as well. */
function opens({ bank, policy }: Visit, { id, password }: Agent, tried: string | null): boolean {
  const [wrong, { locksAfter }] = [bank.wrongPasswords.get(id) ?? 0, policy.token];
  const isOpen = password === tried && (locksAfter === 0 || wrong < locksAfter);
  bank.wrongPasswords.set(id, isOpen ? 0 : wrong + 1);
  return isOpen;
}

function isClient({ ask, bank }: Visit): boolean {
  const [, encoded = ''] = /^Basic ([\w+/=-]+)$/i.exec(ask.headers.authorization ?? '') ?? [];
  return Buffer.from(encoded, 'base64').toString('utf8') === `${bank.client.id}:${bank.client.password}`;
}

const FIELDS = ['username', 'password', 'grant_type'];

function readForm({ ask }: Visit): URLSearchParams | undefined {
  if (ask.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') !== true) return undefined;
  const form = new URLSearchParams(Buffer.from(ask.raw).toString('utf8'));
  return FIELDS.every((name) => form.getAll(name).length === 1 && form.get(name) !== '') ? form : undefined;
}

function grant({ bank, policy, now }: Visit, agent: Agent): Token {
  const alive = [...bank.tokens.values()].filter((issued) => issued.agent === agent && now < issued.expiresAt);
  const last = alive.at(-1);
  if (policy.token.reuse && last !== undefined) return last;
  if (policy.token.newestOnly) for (const older of alive) bank.tokens.delete(older.value);
  const fresh = { value: randomBytes(24).toString('hex'), agent, expiresAt: now + policy.token.lifetimeSeconds * 1000 };
  keep(bank.tokens, fresh.value, fresh);
  return fresh;
}

function tokenAnswer({ policy, now }: Visit, issued: Token): JsonObject {
  const minimal = { access_token: issued.value };
  if (policy.token.answer === 'minimal') return minimal;
  const standard = { ...minimal, token_type: 'bearer', expires_in: Math.floor((issued.expiresAt - now) / 1000) };
  if (policy.token.answer === 'standard') return standard;
  return { ...standard, refresh_token: randomBytes(24).toString('hex'), scope: 'read write', jti: randomBytes(8).toString('hex') };
}

export const tokenRoutes: Route[] = [
  { operation: 'TOKEN', method: 'POST', path: '/authserver/oauth/token', business: false, handle: token },
];
