import { readCallback } from '../judge/callback.ts';
import type { Received } from '../callback/received.ts';
import type { CallbackCheck, Check } from './check.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { buildPassiveOutcome } from './outcomes.ts';
import { addCallback, newPassiveResult } from './passive-result.ts';
import { createEvidence } from '../core/records/evidence.ts';

export interface RecordedOutcome {
  readonly check: CallbackCheck;
  readonly outcome: Outcome;
}

/** Judges callbacks from a file. The evidence names each by its number, from 1. The suite does not know who was onboarded. */
export function judgeRecordedCallbacks(checks: readonly Check[], recorded: readonly Received[]): RecordedOutcome[] {
  const callbacks = recorded.map((received, index) => readCallback({ received, exchange: String(index + 1), about: null, age: 'fresh' }));
  const timing = { startedAt: new Date().toISOString(), durationMs: 0 };
  return checks
    .filter((check): check is CallbackCheck => check.kind === 'callback')
    .map((check) => {
      const result = newPassiveResult(check);
      for (const callback of callbacks) addCallback(result, callback, callbacks);
      return { check, outcome: buildPassiveOutcome(result, undefined, createEvidence(), timing) };
    });
}
