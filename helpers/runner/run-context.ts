import { agentBalance, paymentSources } from '../../specs/operations.ts';
import { openCompleteEkyc, type PersonOutput } from '../callback/complete-ekyc.ts';
import { openCallbackAddress } from '../callback/callback-address.ts';
import { mobileLocks } from '../consent/mobile-locks.ts';
import type { PartEnd } from '../core/records/campaign-end.ts';
import { openCampaign, type CampaignDependencies } from '../fuzz/budget/campaign.ts';
import { campaignsOf } from './campaigns.ts';
import { openOtpSource } from '../consent/otp-source.ts';
import type { Terminal } from '../consent/prompt-source.ts';
import type { OtpSource } from '../consent/otp-question.ts';
import type { Provenance } from '../core/records/provenance.ts';
import { readReply } from '../judge/reply.ts';
import { mustBeWhole } from '../judge/served.ts';
import { notPermitted } from '../judge/stop.ts';
import type { Target } from '../client/client.ts';
import { wrongLoginAgent, wrongTokenRequest } from '../client/limits/wrong-logins.ts';
import type { RunContext } from './conduct.ts';
import type { SendParts } from '../session/send.ts';
import { openDescriptionReader } from '../session/description-reader.ts';
import { openBreaker } from '../session/breaker.ts';
import { openAvailability } from '../session/availability.ts';
import type { Wait } from '../core/records/journal-lines.ts';
import type { EarlierSittings } from './earlier.ts';
import { openWaits, inVainText, type Waits } from '../session/waits.ts';
import { openDataReset } from '../session/data-reset.ts';
import { noToken } from '../session/no-token.ts';
import { openAskOperational } from '../session/operational.ts';
import { withBreaker, waitingForTokens } from '../session/resilient-target.ts';
import { reconcile } from '../session/reconcile.ts';
import { openPendingDebits } from '../journey/setup/pending-debits.ts';
import { openAnswerObserver, type AnswerObserver } from '../judge/answer-observer.ts';
import { newMemory } from '../journey/setup/dependencies.ts';
import { peopleOf } from '../journey/setup/people.ts';
import { journeyOf } from '../journey/journey.ts';

/** Reading 6: a new token and a plain read, the read being another operation than the one in doubt. */
function controls(target: Target): SendParts['controlsSucceed'] {
  return async (doubted) => {
    // Held from then on: a service may end the older token with each new one.
    if ((await target.freshToken()).kind !== 'token') return false;
    const read = doubted.id === 'OP-2' ? agentBalance : paymentSources;
    const answer = await target.send(read, {}, `control: ${read.id}`);
    return answer.kind === 'reply' && readReply(read, answer.exchange, true).code === 2000;
  };
}

/** What became of a transfer that nobody answered for is found out before anything else is told of its sender. */
function followUpOn(target: Target, waits: Waits): SendParts['followUp'] {
  return (exchange) => {
    const doubts = target.transfers.open().filter(({ entry, state }) => entry.exchange === exchange && state === 'in-doubt');
    return reconcile(target, doubts, { waits, looks: 3, conclusive: false });
  };
}

/** What the source yields is known to the witness from then on. */
function witnessed(source: OtpSource, { learnCode }: AnswerObserver): OtpSource {
  return {
    ...source,
    async read(question) {
      const answer = await source.read(question);
      if (typeof answer === 'string') learnCode(answer, question.state);
      return answer;
    },
  };
}

/** What came in since the run began, while nobody sat here, is the run's. */
const beforeOf = (earlier: EarlierSittings | null): { readonly callbacks: number; readonly since: string } | null =>
  earlier === null ? null : { callbacks: earlier.numbered.callbacks, since: earlier.run.startedAt };

/** Registers our callback address with the operator; only a service of our own can be told. */
export type Register = (address: string) => void;

/** The person at the terminal, who is told where codes came from, and what was before. */
export interface RunContextOptions {
  readonly terminal?: Terminal;
  readonly notice?: PersonOutput;
  readonly onCode?: (provenance: Provenance) => void;
  /** In place of the configured source of codes. */
  readonly codes?: OtpSource;
  /** What earlier sittings of the run left. */
  readonly earlier?: EarlierSittings | null;
  /** Spare mobiles that other runs have used. */
  readonly used?: ReadonlySet<string>;
  /** Each chapter of a campaign ends at its first finding. */
  readonly untilFound?: boolean;
  /** Told how each part of a campaign ended. */
  readonly onPart?: (end: PartEnd) => void;
  /** Told of every time the run stood still. */
  readonly onWait?: (wait: Wait) => void;
}

/** Everything conduct needs of a target; nothing is sent by that. */
export function runContextOf(connected: Target, register: Register | null = null, desk: RunContextOptions = {}): RunContext {
  const { terminal, notice, onCode, codes, earlier = null, used, untilFound, onPart, onWait = () => undefined } = desk;
  const { config, redactor } = connected;
  const breaker = openBreaker(config.connection.timeoutMs);
  const guarded = withBreaker(connected, breaker);
  const controlsSucceed = controls(guarded);
  const { timeoutMs } = config.connection;
  const availability = openAvailability({ controlsSucceed, timeoutMs, onWait });
  const waits = openWaits(config.limits.pendingTimeoutMs, (late, durationMs) => {
    const startedAt = new Date(Date.now() - durationMs).toISOString();
    onWait({ startedAt, durationMs, reason: `${inVainText[late]} within DMT_PENDING_TIMEOUT_MS, and no other was waited for as long` });
  });
  const target = waitingForTokens(guarded, availability);
  const dataReset = openDataReset(target.send);
  const post = openCallbackAddress({ config, record: target.record, register, before: beforeOf(earlier) });
  const locks = mobileLocks();
  const witness = openAnswerObserver(config, earlier);
  const debts = openPendingDebits();
  target.onExchange(witness.see);
  target.onExchange(debts.see);
  const told = onCode === undefined ? {} : { onCode };
  const otpSource = witnessed(codes ?? openOtpSource(config, redactor, { terminal, ...told }), witness);
  const deps: CampaignDependencies = {
    people: peopleOf(config, used),
    otpSource,
    waits,
    memory: newMemory(),
    fuzz: openCampaign(config, { untilFound, spent: connected.spent, onPart }),
    fuzzEffects: config.permissions.allow.includes('fuzz-effects'),
    obtainToken: async (agent, evidence) => {
      const result = await target.token(agent);
      if ('exchange' in result) evidence.add(result.exchange);
      if (result.kind !== 'token') throw noToken(result, agent);
      return result;
    },
    freshToken: target.freshToken,
    askWrongly: async (change, purpose) => {
      const sent = await target.raw(wrongTokenRequest(config, change), purpose, 'TOKEN');
      if (sent.kind === 'no-token') throw noToken(sent.failure);
      if (sent.kind === 'not-permitted') throw notPermitted(sent);
      mustBeWhole(sent.exchange);
      return sent.exchange;
    },
    wrongLoginAgent: wrongLoginAgent(config.credentials),
    goesOn: earlier !== null,
    witness,
    debts,
    describing: openDescriptionReader(target),
    // On prod people may be known by their tag alone.
    inTurn: ({ mobile, role }, run) => locks.holding(mobile === '' ? role : mobile, run),
    askOperational: openAskOperational(target, { controlsSucceed, availability }),
    serviceName: config.target.serviceName,
    callbacks: { ...post, timeoutMs: config.callback.timeoutMs, complete: openCompleteEkyc(config.callback, target.raw, notice) },
  };
  const world = journeyOf(deps);
  return {
    wire: {
      send: target.send,
      controlsSucceed,
      availability,
      breaker,
      dataReset,
      quietly: target.quietly,
      record: target.keep,
      followUp: followUpOn(target, waits),
    },
    reconsider: dataReset.reconsider,
    waits,
    world,
    campaigns: campaignsOf(deps, world),
    doors: { addresses: { base: config.target.baseUrl, auth: config.target.authUrl }, token: target.token },
    close: async () => {
      await Promise.all([otpSource.close(), post.close()]);
    },
  };
}
