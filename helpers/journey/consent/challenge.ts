import { documentedCall } from '../../../specs/documented-call.ts';
import { sendOtp } from '../../../specs/operations.ts';
import type { OtpUnavailable } from '../../consent/otp-question.ts';
import { keepNewest } from '../../consent/keep-newest.ts';
import { findingAround, usableTextAt } from '../../judge/fields.ts';
import { describeAnswer, type Reply } from '../../judge/reply.ts';
import { mustServe, findNotServedStop } from '../../judge/served.ts';
import { blocked, notApplicable } from '../../judge/stop.ts';
import type { Operation } from '../../../specs/operation.ts';
import type { Session } from '../../session/session.ts';
import { lastReading, poll } from '../../session/poll.ts';
import type { Challenge } from '../setup/challenge.ts';
import { noteEcho } from './echoes.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Echo } from '../setup/memory.ts';
import type { Person } from '../setup/person.ts';

/** A requested OTP. Reading it may cost a person's time, so only callers that need the right code read it. */
interface AskedOtp {
  readonly reply: Reply;
  readonly state: string;
  readonly ask: () => Promise<string | OtpUnavailable>;
  readonly read: () => Promise<string>;
  /** The source may still show the code of the challenge before: no code of this service was seen to be right twice. */
  readonly isEcho: (code: string) => boolean;
  readonly echo: Echo;
}

/** A system failure may have sent a code. */
const isRefused = (reply: Reply): boolean =>
  (reply.status === 200 || reply.status === 403) && findNotServedStop(reply)?.why.kind === 'violation';

function askUntilSent({ memory, waits }: Dependencies, { mobile }: Person, ask: () => Promise<Reply>): Promise<Reply> {
  const { inTurn, noteRefused } = memory.codeTurns;
  return inTurn(async (begin) => {
    await begin();
    const first = await ask();
    if (!isRefused(first)) return first;
    noteRefused(mobile);
    await begin();
    return lastReading(await poll(ask, (reply) => !isRefused(reply), waits.upTo('next-code'), { from: first, sparing: true }));
  });
}

/** OP-3 in the form that worked. How soon a mobile or an agent gets its next code, and how many, is open (reading 1). */
async function requestNextOtp(deps: Dependencies, person: Person, ask: () => Promise<Reply>): Promise<Reply> {
  const last = await askUntilSent(deps, person, ask);
  if (!isRefused(last) || deps.memory.of(person).newestState === null) return mustServe(last);
  throw blocked(
    'no-further-code',
    `OP-3 sends the ${person.role} no further code (${describeAnswer(last)}): the service may limit codes; raise DMT_PENDING_TIMEOUT_MS or name more DMT_SPARE_MOBILES`,
    'test-data',
  );
}

/** A function, because another mobile may be served meanwhile. */
const readForm = ({ memory }: Dependencies): 'text' | 'number' | null => memory.otpObject;

/** OP-3 with the mobile as a number, or as text where the number is refused (reading 1). The run keeps the form that worked. */
async function requestOtp(deps: Dependencies, session: Session, person: Person): Promise<Reply> {
  const asText = (): Promise<Reply> => session.send(sendOtp, documentedCall(sendOtp, 'only', { object: person.mobile }));
  const asNumber = (): Promise<Reply> => session.send(sendOtp, documentedCall(sendOtp, 'only', { object: Number(person.mobile) }));
  const askNext = (form: 'text' | 'number'): Promise<Reply> => requestNextOtp(deps, person, form === 'text' ? asText : asNumber);
  const known = readForm(deps);
  if (known !== null) return askNext(known);
  const reply = await asNumber();
  const stop = findNotServedStop(reply);
  if (stop === null) {
    deps.memory.otpObject = 'number';
    return reply;
  }
  const second = stop.why.kind === 'violation' ? await asText() : reply;
  if (findNotServedStop(second) === null) {
    deps.memory.otpObject = 'text';
    return second;
  }
  const served = readForm(deps);
  if (served === null) throw stop;
  return askNext(served);
}

/** How often the service has given out the state. A state that is not as specified breaks its own clause, so it is not counted. */
function countStateUses({ memory }: Dependencies, reply: Reply, state: string): number {
  if (findingAround(reply, 'result.state') !== undefined) return 0;
  const uses = (memory.stateUses.get(state.toLowerCase()) ?? 0) + 1;
  memory.stateUses.set(state.toLowerCase(), uses);
  keepNewest(memory.stateUses);
  return uses;
}

/** Names the spare mobile, for a person who has several telephones. */
function describeRole({ people }: Dependencies, { role, mobile }: Person): string {
  const spare = people.listedSpares.indexOf(mobile);
  return spare < 0 ? role : `spare ${spare + 1} (${role})`;
}

/** What a person who types the code wants to know. */
export interface CodeUse {
  readonly operation?: Operation;
  /** The code before it was refused. */
  readonly again?: boolean;
}

const describePurpose = (purpose: string, { operation }: CodeUse): string =>
  operation === undefined || purpose.startsWith(operation.id) ? purpose : `${operation.id} ${purpose}`;

/** Asks for an OTP. At most one challenge is open per mobile. */
export async function askForOtp(deps: Dependencies, session: Session, person: Person, use: CodeUse = {}): Promise<AskedOtp> {
  const since = Date.now();
  const memory = deps.memory.of(person);
  // A newer challenge may end the one before.
  memory.leftOver = null;
  const before = memory.lastCode ?? (await deps.otpSource.readShown?.(person.mobile)) ?? null;
  const reply = await requestOtp(deps, session, person);
  deps.memory.codeTurns.noteSent(person.mobile);
  const state = usableTextAt(reply, 'result.state', session.doubt);
  memory.newestState = state;
  if (countStateUses(deps, reply, state) > 1) session.doubt('OP3-STATES-DIFFER');
  const { name, tiedToState } = deps.otpSource;
  const mayLag = !tiedToState && (name === 'http' || name === 'command');
  const echo: Echo = memory.used?.code === before ? 'used' : 'unused';
  const isEcho = (code: string): boolean => mayLag && code === before && deps.memory.codesRepeat[echo] !== true;
  const readOnce = (): Promise<string | OtpUnavailable> =>
    deps.otpSource.read({
      role: describeRole(deps, person),
      mobile: person.mobile,
      purpose: describePurpose(reply.exchange.purpose, use),
      again: use.again ?? false,
      state,
      since,
      exchange: reply.exchange.id,
    });
  const ask = async (): Promise<string | OtpUnavailable> => {
    const isNew = (answer: string | OtpUnavailable): boolean => typeof answer !== 'string' || !isEcho(answer);
    const answers = await poll(readOnce, isNew, deps.waits.upTo('new-code'));
    const answer = lastReading(answers);
    if (typeof answer === 'string') memory.lastCode = answer;
    return answer;
  };
  return { reply, state, ask, isEcho, echo, read: async () => takeCode(deps, person, await ask()) };
}

function takeCode({ memory }: Dependencies, { role }: Person, code: string | OtpUnavailable): string {
  if (typeof code !== 'string') throw blocked('otp-source', `no code for the ${role}: ${code.reason}`, code.owner);
  memory.lastCode = code;
  return code;
}

/** A state that the service gave out for another mobile. That mobile has used its code: this call may use it up. */
export function findStateOfAnother({ memory }: Pick<Dependencies, 'memory'>, { mobile }: Person): string {
  const own = memory.of({ mobile }).newestState;
  const used = [...memory.people].flatMap(([other, person]) => (other === mobile || person.used === null ? [] : [person.used.state]));
  const found = used.find((state) => state !== own);
  if (found === undefined) throw notApplicable('no other mobile has used a code before this call');
  return found;
}

export async function newChallenge(deps: Dependencies, session: Session, person: Person, use: CodeUse = {}): Promise<Challenge> {
  let asked = await askForOtp(deps, session, person, use);
  let answer = await asked.ask();
  while (typeof answer !== 'string' && answer.sendAgain === true) {
    asked = await askForOtp(deps, session, person, use);
    answer = await asked.ask();
  }
  const code = takeCode(deps, person, answer);
  if (asked.isEcho(code)) noteEcho(deps, person, asked);
  return {
    reply: asked.reply,
    state: asked.state,
    code,
    used: { surelyRight: () => deps.otpSource.tiedToState || (deps.memory.acceptedCodes.has(code) && !asked.isEcho(code)) },
    accepted: () => {
      if (asked.isEcho(code)) deps.memory.codesRepeat[asked.echo] = true;
      const memory = deps.memory.of(person);
      memory.used = { state: asked.state, code };
      deps.memory.noteRightCode(person);
      if (memory.leftOver?.state === asked.state) memory.leftOver = null;
      deps.memory.acceptedCodes.add(code);
      keepNewest(deps.memory.acceptedCodes);
    },
  };
}
