import { untried } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { Dependencies } from './dependencies.ts';

/** A situation that the journey passes through once. It costs codes and money, so the profile `essential` leaves it out. */
export const createCircumstance = <T>({ profile }: Dependencies, name: string, run: (session: Session) => Promise<T>): Step<T> =>
  step(name, async (session) => {
    if (profile === 'essential') throw untried(`the profile essential leaves out ${name}: set DMT_PROFILE=full`, 'configuration');
    return run(session);
  });
