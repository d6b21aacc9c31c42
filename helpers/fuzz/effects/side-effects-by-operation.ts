import type { OperationId } from '../../../specs/operation.ts';
import type { Session } from '../../session/session.ts';
import type { Chapter } from '../cases/chapter.ts';
import type { ValidCalls } from '../calls/valid-calls.ts';
import { buildAccused, type Executed, type Execute } from '../calls/execute.ts';
import { listEffects } from './lists.ts';
import { walletEffects } from './wallet.ts';
import type { SideEffects } from './side-effects.ts';

const effectsByOperation: Partial<Record<OperationId, (session: Session, calls: ValidCalls, chapter: Chapter) => SideEffects>> = {
  'OP-7': (session, calls, { operation }) => listEffects(session, calls, operation),
  'OP-9': walletEffects,
  'OP-13': (session, calls, { operation }) => listEffects(session, calls, operation),
};

/** Null where no answer can show an effect. */
export const openSideEffects = (session: Session, calls: ValidCalls, chapter: Chapter): SideEffects | null =>
  effectsByOperation[chapter.operation.id]?.(session, calls, chapter) ?? null;

/** Tries a case between two snapshots. An accusation by the answer itself comes first. */
export const withEffectCheck =
  (sideEffects: SideEffects, chapter: Chapter, execute: Execute): Execute =>
  async (each) => {
    const tried: Executed[] = [];
    const found = await sideEffects.checkOne(each, async () => {
      const result = await execute(each);
      tried.push(result);
      return result.kind === 'trouble' || result.kind === 'skipped' ? null : result.reply;
    });
    const [result] = tried;
    if (result === undefined) return execute(each);
    return result.kind === 'kept' && found !== null ? buildAccused(chapter, each, result, found) : result;
  };
