import type { Operation } from '../../specs/operation.ts';
import type { Reply } from '../judge/reply.ts';
import type { Session } from '../run/session.ts';
import type { Chapter } from './batch.ts';
import { callOf } from './draft.ts';
import type { Lab } from './lab.ts';
import type { Progress } from './progress.ts';

/** Controls of one batch that were served, and of which a passive check has something to say. */
const mostControlsKept = 4;
interface Controlled {
  readonly session: Session;
  readonly lab: Lab;
  readonly chapter: Chapter;
}

/** A documented call, on the record. */
export async function control(session: Session, lab: Lab, operation: Operation): Promise<Reply> {
  const reply = await session.send(operation, callOf(await lab.prepare(session, operation)));
  if (operation.id === 'OP-9') lab.spend();
  return reply;
}

/** A documented call in between: refused, it says that what came before it was not what was refused. Of thousands of them only those that tell of something are kept. */
export async function controlBetween({ session, lab, chapter }: Controlled, progress: Progress): Promise<Reply> {
  const { quiet, trail } = session;
  const call = callOf(await lab.prepare(session, chapter.operation));
  const { reply, symptom } = await quiet.quietly(chapter.operation, call, 'fuzz: control');
  if (chapter.operation.id === 'OP-9') lab.spend();
  if (symptom === 'environmental') return control(session, lab, chapter.operation);
  const told: Reply = { ...reply, documented: true };
  const isKept = told.code !== 2000 || (progress.controlsKept < mostControlsKept && quiet.weigh(told).length > 0);
  if (!isKept) return told;
  progress.controlsKept += 1;
  const kept = quiet.keep(told);
  trail.evidence.add(kept.exchange.id);
  return kept;
}
