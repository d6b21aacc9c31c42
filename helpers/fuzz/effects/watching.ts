import type { OperationId } from '../../../specs/operation.ts';
import type { Session } from '../../session/session.ts';
import type { Chapter } from '../cases/chapter.ts';
import type { ValidCalls } from '../calls/valid-calls.ts';
import { accusing, type Executed, type Execute } from '../calls/execute.ts';
import { listWatch } from './lists.ts';
import { walletWatch } from './wallet.ts';
import type { SideEffects } from './side-effects.ts';

/** Operations whose odd calls are looked behind, and how. */
const watches: Partial<Record<OperationId, (session: Session, calls: ValidCalls, chapter: Chapter) => SideEffects>> = {
  'OP-7': (session, calls, { operation }) => listWatch(session, calls, operation),
  'OP-9': walletWatch,
  'OP-13': (session, calls, { operation }) => listWatch(session, calls, operation),
};

/** Null where nothing can be seen of an effect. */
export const watchOf = (session: Session, calls: ValidCalls, chapter: Chapter): SideEffects | null =>
  watches[chapter.operation.id]?.(session, calls, chapter) ?? null;

/** Tries a case between two looks: what else is wrong with it comes first. */
export const closely =
  (watch: SideEffects, chapter: Chapter, attempt: Execute): Execute =>
  async (each) => {
    const tried: Executed[] = [];
    const looked = await watch.around(each, async () => {
      const result = await attempt(each);
      tried.push(result);
      return result.kind === 'trouble' || result.kind === 'skipped' ? null : result.reply;
    });
    const [result] = tried;
    if (result === undefined) return attempt(each);
    return result.kind === 'kept' && looked !== null ? accusing(chapter, each, result, looked) : result;
  };
