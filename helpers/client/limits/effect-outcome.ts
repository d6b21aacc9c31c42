import { apiCodes } from '../../../specs/codes.ts';
import { parseJson } from '../../core/json.ts';
import { readApiCode } from '../../core/answers.ts';
import type { TroubleKind } from '../../core/exchange.ts';
import type { CallEffect } from '../../core/effects.ts';
import type { EffectOutcome } from './spending.ts';
import type { WireResult } from '../http/wire.ts';

/** Codes that prove that nothing was done. 4000, a system failure, may come at any point of the work. */
const refusalCodes: ReadonlySet<unknown> = new Set([
  apiCodes.notAuthorized,
  apiCodes.nothingFound,
  apiCodes.validationFailed,
  apiCodes.wrongOtpOrMpin,
]);

/** Trouble after which the service may still have received the whole request. */
const uncertainTroubles: ReadonlySet<TroubleKind> = new Set(['timeout', 'reset', 'cut', 'protocol']);

/** Everything uncertain is in doubt. */
export function judgeEffectOutcome({ response, trouble, sent }: WireResult, effect: CallEffect): EffectOutcome {
  if (response === null) return sent && uncertainTroubles.has(trouble.kind) ? 'in-doubt' : 'not-sent';
  const { status, body, truncated } = response;
  // Operational answers have no code; their HTTP status says everything.
  if (effect === 'operational-write' && status < 300) return 'accepted';
  if (status >= 300 && status < 500 && status !== 408) return 'refused';
  // A server that does not know a verb has done nothing. Of money, no server error is certain enough.
  if (status === 501 && effect !== 'moves-money') return 'refused';
  if (status !== 200 || truncated) return 'in-doubt';
  const code = readApiCode(parseJson(body.text));
  if (code === apiCodes.success) return 'accepted';
  return refusalCodes.has(code) ? 'refused' : 'in-doubt';
}
