import { setMpin } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe, notServed } from '../../judge/served.ts';
import { untried } from '../../judge/stop.ts';
import { step, type Step } from '../step.ts';
import { newChallenge } from './challenge.ts';
import type { Kit } from './kit.ts';
import type { Person } from './person.ts';
import type { Sender } from './sender.ts';

/** An OP-12 answer, and whose MPIN it was. */
export interface MpinSet {
  readonly reply: Reply;
  readonly person: Person;
}

/** OP-12 with a fresh challenge, on a sender of its own (reading 14). */
export function mpinOf(kit: Kit, who: Step<Sender>): Step<MpinSet> {
  return step('set the MPIN', async (session) => {
    const { mpin } = kit.people;
    if (mpin === null) throw untried('no MPIN to set (DMT_MPIN)', 'configuration');
    const { person, senderId, subAgentTagId } = await session.use(who);
    return kit.inTurn(person, async () => {
      const { code, state, used, accepted } = await newChallenge(kit, session, person);
      const payload = { mpin, otp: code, state };
      const reply = await session.send(setMpin, { path: { senderId }, query: { subAgentTagId }, payload });
      if (notServed(reply, used) === null) accepted();
      return { reply: mustServe(reply, used), person };
    });
  });
}
