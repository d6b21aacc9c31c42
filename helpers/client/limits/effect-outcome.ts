import { apiCodes } from '../../../specs/codes.ts';
import { parseJson } from '../../core/json.ts';
import { readApiCode } from '../../core/answers.ts';
import type { TroubleKind } from '../../core/exchange.ts';
import type { CallEffect } from '../../core/effects.ts';
import type { EffectOutcome } from './spending.ts';
import type { WireResult } from '../http/wire.ts';

/** API codes that say for certain that nothing was done. 4000, a system failure, may come at any moment of the work. */
const refusalCodes: ReadonlySet<unknown> = new Set([
  apiCodes.notAuthorized,
  apiCodes.nothingFound,
  apiCodes.validationFailed,
  apiCodes.wrongOtpOrMpin,
]);

/** Trouble in which the service may have got the whole request all the same. */
const uncertainTroubles: ReadonlySet<TroubleKind> = new Set(['timeout', 'reset', 'cut', 'protocol']);

/** What became of a request with an effect, as far as its answer tells; whatever is not certain is in doubt. */
export function judgeEffectOutcome({ response, trouble, sent }: WireResult, effect: CallEffect): EffectOutcome {
  if (response === null) return sent && uncertainTroubles.has(trouble.kind) ? 'in-doubt' : 'not-sent';
  const { status, body, truncated } = response;
  // Operational answers bear no code: their HTTP status says it all.
  if (effect === 'operational-write' && status < 300) return 'accepted';
  if (status >= 300 && status < 500 && status !== 408) return 'refused';
  if (status !== 200 || truncated) return 'in-doubt';
  const code = readApiCode(parseJson(body.text));
  if (code === apiCodes.success) return 'accepted';
  return refusalCodes.has(code) ? 'refused' : 'in-doubt';
}
