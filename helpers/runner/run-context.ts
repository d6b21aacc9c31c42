import { tooManyRequests } from '../core/gateway-statuses.ts';
import { openCallbackAddress } from '../callback/callback-address.ts';
import type { Target } from '../client/client.ts';
import type { Config } from '../config/config.ts';
import type { Wait } from '../core/records/journal-lines.ts';
import type { BeginWaiting } from '../session/waiting.ts';
import { createJourney, type Journey } from '../journey/journey.ts';
import { noteRefusedEcho } from '../journey/consent/echoes.ts';
import type { Memory } from '../journey/setup/memory.ts';
import { openPendingDebits } from '../journey/setup/pending-debits.ts';
import { openAnswerObserver } from '../judge/answer-observer.ts';
import { openAvailability, type Availability } from '../session/availability.ts';
import { openBreaker, type Breaker } from '../session/breaker.ts';
import type { Stop } from '../judge/stop.ts';
import { openDataReset } from '../session/data-reset.ts';
import { openTokenBound } from './token-bound.ts';
import { watchForLosses, withBreaker, withNoCallsWhileGone, withShortWaits, withTokenRetry } from '../session/resilient-target.ts';
import type { SendParts } from '../session/send.ts';
import type { UnrecordedSendParts } from '../session/unrecorded-send.ts';
import { openWaits, inVainText, type Late, type Waits } from '../session/waits.ts';
import { createCampaigns, type Campaigns } from './campaigns.ts';
import type { Check } from './check.ts';
import { createBlameCheck, createControlCheck, createFollowUp } from '../session/controls.ts';
import { createDependencies, createOtpSource, type RunContextOptions } from './run-dependencies.ts';
import type { EarlierSittings } from './earlier-sittings.ts';
import type { AddressSources } from './held-outcomes.ts';
import { openRunFacts } from './run-facts.ts';
import type { FactStore } from '../judge/facts/facts.ts';

export interface RunContext {
  readonly wire: Omit<SendParts, 'judge'> & Pick<UnrecordedSendParts, 'sendUnrecorded' | 'record'>;
  /** Asks what became of a transfer, also while the target is gone. */
  readonly askAboutTransfer: Target['send'];
  readonly journey: Journey;
  readonly campaigns: Campaigns;
  readonly waits: Waits;
  /** What the answers so far have established. */
  readonly facts: FactStore;
  /** What judges odd calls; null for the planned checks. */
  readonly accusing: readonly Check[] | null;
  /** Call this before a check accuses the service. Null where there is no other reason than the service. */
  readonly findExcuse: (stop: Stop) => Promise<Stop | null>;
  readonly addressSources: AddressSources;
  /** Ends waiting for the target, and closes the OTP source and the callback receiver. */
  readonly close: () => Promise<void>;
}

/** Registers our callback address with the operator; only our own sandbox accepts that. */
export type Register = (address: string) => void;

/** Callbacks that came between two sittings belong to the run. */
const readEarlierCallbacks = (earlier: EarlierSittings | null): { readonly callbacks: number; readonly since: string } | null =>
  earlier === null ? null : { callbacks: earlier.numbered.callbacks, since: earlier.run.startedAt };

function createWaits({ limits }: Config, onWait: (wait: Wait) => void, onWaiting: BeginWaiting | undefined): Waits {
  const onVain = (late: Late, durationMs: number): void => {
    const startedAt = new Date(Date.now() - durationMs).toISOString();
    onWait({ startedAt, durationMs, reason: `${inVainText[late]} within DMT_PENDING_TIMEOUT_MS; later waits are shorter` });
  };
  return openWaits(limits.pendingTimeoutMs, onVain, onWaiting);
}

/** A breach may have another reason: data that was reset, or a session or challenge of an older token. */
function openExcuses({ send }: Pick<Target, 'send'>): Pick<RunContext, 'findExcuse'> & Pick<SendParts, 'noteReply'> {
  const dataReset = openDataReset(send);
  const tokenBound = openTokenBound();
  return {
    noteReply(call, reply) {
      for (const { note } of [dataReset, tokenBound]) note(call, reply);
    },
    findExcuse: async (stop) => tokenBound.findExcuse(stop) ?? (await dataReset.findExcuse(stop)),
  };
}

/** A target with its protection against outages. */
interface GuardedTarget {
  /** For all other calls: none leaves while the target is gone. */
  readonly target: Target;
  /** For questions about what was sent before: they leave while the target is gone too, and then wait for a short time. */
  readonly askingTarget: Target;
  readonly breaker: Breaker;
  readonly availability: Availability;
  readonly isServiceToBlame: SendParts['isServiceToBlame'];
}

function guardTarget(connected: Target, onWait: (wait: Wait) => void, onWaiting: BeginWaiting | undefined): GuardedTarget {
  const { timeoutMs } = connected.config.connection;
  const breaker = openBreaker(timeoutMs);
  // Control calls ask whether the target is back, so they do not wait for it.
  const controlTarget = withBreaker(connected, breaker);
  const controlsSucceed = createControlCheck(controlTarget);
  const availability = openAvailability({ controlsSucceed, timeoutMs, onWait, ...(onWaiting && { onWaiting }) });
  watchForLosses(controlTarget, availability);
  const askingTarget = withTokenRetry(withShortWaits(controlTarget, availability), availability);
  return {
    target: withNoCallsWhileGone(askingTarget, availability),
    askingTarget,
    breaker,
    availability,
    isServiceToBlame: createBlameCheck(controlTarget, controlsSucceed),
  };
}

/** Each counts before it leaves: the service may have looked at a code that it never answers. A call that came too often reached no service. */
const countWrongCodes =
  (memory: Memory, send: SendParts['send']): SendParts['send'] =>
  async (operation, call, purpose) => {
    if (call.wrongCode === undefined) return send(operation, call, purpose);
    const person = memory.of({ mobile: call.wrongCode });
    person.wrongInRow += 1;
    const sent = await send(operation, call, purpose);
    if ('exchange' in sent && sent.exchange.response?.status === tooManyRequests) person.wrongInRow = Math.max(0, person.wrongInRow - 1);
    return sent;
  };

export function createRunContext(connected: Target, register: Register | null = null, options: RunContextOptions = {}): RunContext {
  const { earlier = null, onWait = () => undefined, onOffRecord = () => undefined, onWaiting } = options;
  const { config } = connected;
  const { target, askingTarget, breaker, availability, isServiceToBlame } = guardTarget(connected, onWait, onWaiting);
  const waits = createWaits(config, onWait, onWaiting);
  const { noteReply, findExcuse } = openExcuses(askingTarget);
  const post = openCallbackAddress({ config, record: target.record, register, before: readEarlierCallbacks(earlier) });
  const { answerObserver = openAnswerObserver(config, earlier) } = options;
  const pendingDebits = openPendingDebits();
  const facts = openRunFacts(target, earlier, onOffRecord);
  for (const see of [answerObserver.see, pendingDebits.noteExchange]) target.onExchange(see);
  const otpSource = createOtpSource(target, answerObserver, options);
  const deps = createDependencies({
    target,
    options,
    post,
    otpSource,
    waits,
    answerObserver,
    pendingDebits,
    isServiceToBlame,
    availability,
  });
  const journey = createJourney(deps);
  const { send, sendUnrecorded, recordLater: record } = target;
  return {
    wire: {
      send: countWrongCodes(deps.memory, send),
      isServiceToBlame,
      availability,
      breaker,
      noteReply: (call, reply) => {
        noteReply(call, reply);
        noteRefusedEcho(deps.memory, call, reply);
      },
      sendUnrecorded,
      record,
      followUp: createFollowUp(askingTarget, waits),
    },
    askAboutTransfer: askingTarget.send,
    facts,
    accusing: options.accusing ?? null,
    findExcuse,
    waits,
    journey,
    campaigns: createCampaigns(deps, journey),
    addressSources: { addresses: { base: config.target.baseUrl, auth: config.target.authUrl }, token: target.token },
    close: async () => {
      availability.close();
      await Promise.all([otpSource.close(), post.close()]);
    },
  };
}
