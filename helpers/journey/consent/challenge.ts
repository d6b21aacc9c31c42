import { documentedCall } from '../../../specs/documented-call.ts';
import { sendOtp } from '../../../specs/operations.ts';
import { findingAround, usableTextAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe, findNotServedStop } from '../../judge/served.ts';
import { blocked } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { Challenge } from '../setup/challenge.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Person } from '../setup/person.ts';

/** An OTP that was asked for. Reading it may cost somebody's time, so it is read only by who needs the right code. */
interface AskedOtp {
  readonly reply: Reply;
  readonly state: string;
  readonly read: () => Promise<string>;
}

/** OP-3 with the mobile as a number; as text where that is refused (reading 1). The form that worked is kept for the run. */
async function requestOtp(deps: Dependencies, session: Session, person: Person): Promise<Reply> {
  const asText = (): Promise<Reply> => session.send(sendOtp, documentedCall(sendOtp, 'only', { object: person.mobile }));
  if (deps.memory.otpObject === 'text') return mustServe(await asText());
  const reply = await session.send(sendOtp, documentedCall(sendOtp, 'only', { object: Number(person.mobile) }));
  const stop = findNotServedStop(reply);
  if (stop === null) {
    deps.memory.otpObject = 'number';
    return reply;
  }
  if (stop.why.kind !== 'violation') throw stop;
  const second = await asText();
  if (findNotServedStop(second) !== null) throw stop;
  deps.memory.otpObject = 'text';
  return second;
}

/** How often the state has been handed out; one that is not as specified is broken on its own account. */
function countStateUses({ memory }: Dependencies, reply: Reply, state: string): number {
  if (findingAround(reply, 'result.state') !== undefined) return 0;
  const exchanges = memory.challenges.get(state.toLowerCase()) ?? [];
  memory.challenges.set(state.toLowerCase(), [...exchanges, reply.exchange.id]);
  return exchanges.length + 1;
}

/** A person is told which of the telephones on the desk it is about. */
function describeRole({ people }: Dependencies, { role, mobile }: Person): string {
  const spare = people.listedSpares.indexOf(mobile);
  return spare < 0 ? role : `spare ${spare + 1} (${role})`;
}

/** Asks for an OTP; at most one challenge is open per mobile. */
export async function askForOtp(deps: Dependencies, session: Session, person: Person): Promise<AskedOtp> {
  const since = Date.now();
  const reply = await requestOtp(deps, session, person);
  const state = usableTextAt(reply, 'result.state', session.doubt);
  const known = countStateUses(deps, reply, state);
  if (known > 1) session.doubt('OP3-STATES-DIFFER');
  const read = async (): Promise<string> => {
    const code = await deps.otpSource.read({
      role: describeRole(deps, person),
      mobile: person.mobile,
      state,
      since,
      exchange: reply.exchange.id,
    });
    if (typeof code !== 'string') throw blocked('otp-source', `no code for the ${person.role}: ${code.reason}`, code.owner);
    deps.memory.lastCode = code;
    return code;
  };
  return { reply, state, read };
}

/** Asks for an OTP and reads it from the source. */
export async function newChallenge(deps: Dependencies, session: Session, person: Person): Promise<Challenge> {
  const { reply, state, read } = await askForOtp(deps, session, person);
  const code = await read();
  return {
    reply,
    state,
    code,
    used: { surelyRight: () => deps.otpSource.tiedToState || deps.memory.acceptedCodes.has(code) },
    accepted: () => {
      deps.memory.acceptedCodes.add(code);
    },
  };
}
