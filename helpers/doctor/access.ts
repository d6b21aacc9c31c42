import { agentBalance, paymentSources } from '../../specs/operations.ts';
import { readMainWalletBalance, readOnce } from '../bill/compare-with-target.ts';
import { describeAnswer, type Reply } from '../judge/reply.ts';
import { findNotServedStop } from '../judge/served.ts';
import { describeCorrection, findMisdirection, type AddressName, type Misdirected } from '../client/http/misdirected.ts';
import type { Agent, TokenFailure } from '../client/auth/token.ts';
import { warning, ok, stop, untried, type Diagnosis, type DoctorContext } from './diagnosis.ts';

const variablesByAgent: Readonly<Record<Agent, string>> = {
  agent: 'DMT_CLIENT_ID, DMT_CLIENT_PASSWORD, DMT_AGENT_ID and DMT_AGENT_PASSWORD',
  other: 'DMT_OTHER_AGENT_ID and DMT_OTHER_AGENT_PASSWORD',
};

/** A run would stop here too (reading 1). */
const stopAtWrongAddress = (name: AddressName, address: string, answer: Misdirected): Diagnosis =>
  stop('configuration', `${name}=${address}: ${answer.received}`, describeCorrection(name, address, answer));

function diagnoseMissingToken(failure: TokenFailure, agent: Agent, authUrl: string): Diagnosis {
  switch (failure.kind) {
    case 'refused':
      return stop('configuration', failure.what, failure.remedy);
    case 'no-credentials':
    case 'not-permitted':
      return stop('configuration', failure.reason, `correct ${variablesByAgent[agent]}, each without quotation marks around it`);
    case 'trouble':
      return stop('environment', `no token: ${failure.cause}`, failure.reason);
    case 'not-served':
      if (failure.misdirected !== null) return stopAtWrongAddress('DMT_AUTH_URL', authUrl, failure.misdirected);
      // A run can start and will judge the answer.
      return warning(`the token request received ${failure.received}`, 'check DMT_AUTH_URL; if it is right, a run judges this answer');
  }
}

export async function examineCredentials({ target, config }: DoctorContext, agent: Agent): Promise<Diagnosis> {
  const token = await target.token(agent);
  if (token.kind !== 'token') return diagnoseMissingToken(token, agent, config.target.authUrl);
  return ok(token.lifetimeSeconds === null ? 'a token without a stated lifetime' : `a token for ${token.lifetimeSeconds} s`);
}

export async function examineSecondAgent(context: DoctorContext): Promise<Diagnosis> {
  if (context.config.credentials.otherAgent === null)
    return untried(
      'no second agent is configured',
      'set DMT_OTHER_AGENT_ID and DMT_OTHER_AGENT_PASSWORD to test what one agent may see of another',
    );
  const found = await examineCredentials(context, 'other');
  // A run can start without a second agent.
  return found.state === 'stop' ? warning(found.text, found.advice ?? '') : found;
}

/** Null when at least one of two plain reads gets an answer that only the service gives. */
async function findMisdirected({ target }: DoctorContext, first: Reply): Promise<Misdirected | null> {
  const answer = findMisdirection(first.exchange);
  if (answer === null) return null;
  const second = await readOnce(target, agentBalance, {});
  return typeof second !== 'string' && findMisdirection(second.exchange) === null ? null : answer;
}

/** A refusal is only reported, since a run judges it. The address is wrong when two reads miss the service. */
export async function examinePlainRead(context: DoctorContext): Promise<Diagnosis> {
  const reply = await readOnce(context.target, paymentSources, {});
  if (typeof reply === 'string') return stop('environment', 'OP-2 cannot be read', reply);
  if (findNotServedStop(reply) === null) return ok('OP-2 is served');
  const answer = await findMisdirected(context, reply);
  if (answer !== null) return stopAtWrongAddress('DMT_BASE_URL', context.config.target.baseUrl, answer);
  return warning(`OP-2 answers ${describeAnswer(reply)}`, 'check DMT_BASE_URL; if it is right, a run judges this answer');
}

const senderNotRead = 'the sender is not read: OP-6 takes an OTP';

export async function examineFunds({ target, config }: DoctorContext): Promise<Diagnosis> {
  const reply = await readOnce(target, agentBalance, {});
  if (typeof reply === 'string') return untried(`OP-15 cannot be read (${reply}); ${senderNotRead}`);
  const holds = readMainWalletBalance(reply);
  if (holds === null) return untried(`OP-15 shows no MAIN_WALLET (${describeAnswer(reply)}); ${senderNotRead}`);
  const wanted = Number(config.transfer.amount === '' ? '0' : config.transfer.amount);
  const found = `MAIN_WALLET of the agent holds ${holds}; ${senderNotRead}`;
  if (holds >= wanted) return ok(found);
  return warning(`${found}; one transfer takes ${wanted}`, 'fund the wallet, or lower DMT_TRANSFER_AMOUNT');
}
