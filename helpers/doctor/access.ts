import { agentBalance, paymentSources } from '../../specs/operations.ts';
import { mainWallet, readOnce } from '../bill/compare-with-target.ts';
import { outcomeOf, type Reply } from '../judge/reply.ts';
import { notServed } from '../judge/served.ts';
import { correction, misdirected, type AddressName, type Misdirected } from '../client/http/misdirected.ts';
import type { Agent, TokenFailure } from '../client/auth/token.ts';
import { warning, ok, stop, untried, type Diagnosis, type DoctorContext } from './diagnosis.ts';

const variablesOf: Readonly<Record<Agent, string>> = {
  agent: 'DMT_CLIENT_ID, DMT_CLIENT_PASSWORD, DMT_AGENT_ID and DMT_AGENT_PASSWORD',
  other: 'DMT_OTHER_AGENT_ID and DMT_OTHER_AGENT_PASSWORD',
};

/** A run would tell no more (reading 1). */
const elsewhere = (name: AddressName, address: string, answer: Misdirected): Diagnosis =>
  stop('configuration', `${name}=${address}: ${answer.received}`, correction(name, address, answer));

function withoutToken(failure: TokenFailure, agent: Agent, authUrl: string): Diagnosis {
  switch (failure.kind) {
    case 'refused':
    case 'no-credentials':
    case 'not-permitted':
      return stop('configuration', failure.reason, `correct ${variablesOf[agent]}`);
    case 'trouble':
      return stop('environment', `no token: ${failure.cause}`, failure.reason);
    case 'not-served':
      if (failure.misdirected !== null) return elsewhere('DMT_AUTH_URL', authUrl, failure.misdirected);
      // The run may start and will judge it.
      return warning(`the token request got ${failure.received}`, `a run will judge it; check DMT_AUTH_URL first`);
  }
}

export async function credentials({ target, config }: DoctorContext, agent: Agent): Promise<Diagnosis> {
  const token = await target.token(agent);
  if (token.kind !== 'token') return withoutToken(token, agent, config.target.authUrl);
  return ok(token.lifetimeSeconds === null ? 'a token, its lifetime untold' : `a token for ${token.lifetimeSeconds} s`);
}

export async function secondAgent(visit: DoctorContext): Promise<Diagnosis> {
  if (visit.config.credentials.otherAgent === null)
    return untried('no second agent is named', 'DMT_OTHER_AGENT_ID adds the checks of foreign ids');
  const found = await credentials(visit, 'other');
  // A run starts without it.
  return found.state === 'stop' ? warning(found.text, found.advice ?? '') : found;
}

/** Null when the service answers one of the plain reads as nobody else would. */
async function nobody({ target }: DoctorContext, first: Reply): Promise<Misdirected | null> {
  const answer = misdirected(first.exchange);
  if (answer === null) return null;
  const second = await readOnce(target, agentBalance, {});
  return typeof second !== 'string' && misdirected(second.exchange) === null ? null : answer;
}

/** A refusal is for a run to judge: here it is only told. Two reads that meet nobody tell of the address. */
export async function plainRead(visit: DoctorContext): Promise<Diagnosis> {
  const reply = await readOnce(visit.target, paymentSources, {});
  if (typeof reply === 'string') return stop('environment', 'OP-2 cannot be read', reply);
  if (notServed(reply) === null) return ok('OP-2 is served');
  const answer = await nobody(visit, reply);
  if (answer !== null) return elsewhere('DMT_BASE_URL', visit.config.target.baseUrl, answer);
  return warning(`OP-2 answers ${outcomeOf(reply)}`, 'a run will judge it; check DMT_BASE_URL first');
}

const notRead = 'the sender is not read: OP-6 takes an OTP';

/** What the agent's main wallet holds, against what a run may ask for. */
export async function funds({ target, config }: DoctorContext): Promise<Diagnosis> {
  const reply = await readOnce(target, agentBalance, {});
  if (typeof reply === 'string') return untried(`OP-15 cannot be read (${reply}); ${notRead}`);
  const holds = mainWallet(reply);
  if (holds === null) return untried(`OP-15 tells no MAIN_WALLET (${outcomeOf(reply)}); ${notRead}`);
  const wanted = Number(config.transfer.amount === '' ? '0' : config.transfer.amount);
  const found = `MAIN_WALLET of the agent holds ${holds}; ${notRead}`;
  if (holds >= wanted) return ok(found);
  return warning(`${found}; one transfer is ${wanted}`, 'fund the wallet, or transfers may be refused and what follows them blocked');
}
