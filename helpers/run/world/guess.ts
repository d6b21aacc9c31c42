import { blocked } from '../../judge/stop.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Session } from '../session.ts';
import { askForOtp } from './challenge.ts';
import { consentOf } from './consent.ts';
import type { Kit } from './kit.ts';
import type { Person } from './person.ts';

/** A fresh challenge answered with a wrong code. */
export interface Guess {
  readonly otp: string;
  readonly state: string;
  readonly consent: string;
  /** The answer, unless the code turns out to have been right by chance. */
  readonly judged: (reply: Reply) => Promise<Reply>;
}

/** Another code of the same form. */
const wrongOf = (code: string): string => code.slice(0, -1) + String((Number(code.at(-1)) + 1) % 10);

/**
 * Nobody has to read the right code to send a wrong one: it only looks like the last one that was read.
 * Real senders get locked, so a sender gets few of these, and at its end.
 */
export async function guess(kit: Kit, session: Session, person: Person): Promise<Guess> {
  const { state, read } = await askForOtp(kit, session, person);
  const otp = wrongOf(kit.memory.lastCode ?? (await read()));
  const judged = async (reply: Reply): Promise<Reply> => {
    if (reply.code !== 2000 || (await read()) !== otp) return reply;
    throw blocked('lucky-code', 'a code that was meant to be wrong was right by chance: run it again', 'environment');
  };
  return { otp, state, consent: consentOf(kit, person, otp, state), judged };
}
