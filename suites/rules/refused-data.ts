import { isRecord, member, toList } from '../../helpers/core/json.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import { rule, type PassiveCheck } from '../../helpers/runner/check.ts';
import { isApiCode, isCertainRefusal } from '../../specs/codes.ts';
import type { OperationId } from '../../specs/operation.ts';
import type { Exercise } from '../support/exercise.ts';

interface Shown {
  readonly title: string;
  /** The place of what only a served call may show; null where there is nothing of it. */
  readonly find: (result: unknown) => string | null;
}

const isFilledText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

function findInDetail(result: unknown): string | null {
  const sessions = member(result, 'sessionId');
  const session = Object.entries(isRecord(sessions) ? sessions : {}).find(([, value]) => isFilledText(value));
  if (session !== undefined) return `sessionId.${session[0]}`;
  return toList(member(result, 'beneficiaries')).length > 0 ? 'beneficiaries' : null;
}

/** A service may fill in zeros where it tells nothing. */
const findInBalance = (result: unknown): string | null => {
  const account = ['mainAccount', 'cashbackAccount'].find((name) => Number(member(result, name) ?? 0) > 0);
  return account ?? null;
};

const shownBy = {
  'OP-6': { title: 'a refused OP-6 shows no session and no beneficiary', find: findInDetail },
  'OP-14': { title: 'a refused OP-14 shows no balance', find: findInBalance },
} as const satisfies Partial<Record<OperationId, Shown>>;

const judgeRefused =
  ({ find }: Shown): PassiveCheck['judge'] =>
  (reply) => {
    const { status, code } = reply;
    if (!isCertainRefusal(status, code) || (status === 200 && (code === null || !isApiCode(code)))) return null;
    // With another HTTP status the body may be no envelope, so the data may stand at its top.
    const shown = find(reply.result) ?? find(reply.body);
    if (shown === null) return { held: true };
    return { held: false, expected: 'a refusal without data', received: 'the data of the sender', place: formatPlace(reply, shown) };
  };

/** Who is refused gets nothing of what the call would have shown: a code or a session would protect nothing otherwise. */
export const noDataRule = (operation: keyof typeof shownBy, exercise: Exercise): PassiveCheck =>
  rule('REFUSAL-SHOWS-NOTHING', `every-answer-${operation}`, shownBy[operation].title, {
    operation,
    exercise,
    judge: judgeRefused(shownBy[operation]),
  });
