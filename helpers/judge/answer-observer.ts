import { openObservedBehavior, type ObservedBehavior } from './observed-behavior.ts';
import { openLeakWatch, type LeakWatch } from './leaks.ts';
import { parseJson } from '../core/json.ts';
import { findStackTrace } from './stack-trace.ts';
import type { Config } from '../config/config.ts';
import type { Exchange } from '../core/exchange.ts';
import type { LeaksSeen } from '../core/records/journal-lines.ts';
import { collectGuardedSecrets } from '../redaction/known-secrets.ts';

interface StackTrace {
  readonly shown: string;
  readonly exchange: string;
}

/** Sees every answer of a run and reports what only all answers together show. */
export interface AnswerObserver {
  readonly see: (exchange: Exchange) => void;
  readonly learnCode: LeakWatch['learnCode'];
  readonly leaks: Pick<LeakWatch, 'secrets' | 'codes'>;
  readonly facts: ObservedBehavior['facts'];
  readonly tokenTrace: () => StackTrace | null;
}

/** No answer of the interface is longer; longer ones are not searched. */
const longest = 1_000_000;

/** A callback is what the service says, in a request of its own. */
const readAsAnswer = (callback: Exchange): Exchange => {
  const { headers, body, truncated = false } = callback.request;
  return {
    ...callback,
    request: { ...callback.request, headers: [], body: null },
    response: body === null ? null : { status: 200, headers, body, truncated },
  };
};

interface SeenBefore {
  readonly exchanges: readonly Exchange[];
  readonly leaks: LeaksSeen;
}

/** `before` brings the answers of earlier sittings. Their leaks come separately, because the record holds stand-ins. */
export function openAnswerObserver(config: Config, before: SeenBefore | null = null): AnswerObserver {
  const watch = openLeakWatch(collectGuardedSecrets(config), before?.leaks);
  const behavior = openObservedBehavior();
  let trace: StackTrace | null = null;
  const lookAt = (sent: Exchange, isRecorded: boolean): void => {
    const exchange = sent.operation === 'CALLBACK' ? readAsAnswer(sent) : sent;
    const { response, operation } = exchange;
    if (response === null || response.body.text.length > longest) return;
    const body = response.body.encoding === 'utf8' ? parseJson(response.body.text) : undefined;
    if (!isRecorded) watch.see(exchange, body);
    behavior.see(exchange, body);
    const shown = operation === 'TOKEN' && trace === null ? findStackTrace(response.body.text) : null;
    if (shown !== null) trace = { shown, exchange: exchange.id };
  };
  for (const exchange of before?.exchanges ?? []) lookAt(exchange, true);
  return {
    see: (exchange) => {
      lookAt(exchange, false);
    },
    learnCode: watch.learnCode,
    leaks: watch,
    facts: behavior.facts,
    tokenTrace: () => trace,
  };
}
