import { AsyncLocalStorage } from 'node:async_hooks';
import { openCompleteEkyc, type PersonOutput } from '../callback/complete-ekyc.ts';
import type { CallbackAddress } from '../callback/callback-address.ts';
import { describeNotAllowed, prodReadsOnly } from '../config/permissions.ts';
import type { Target } from '../client/client.ts';
import type { SendResult } from '../client/send-result.ts';
import { refuseWrongCode } from '../client/limits/permit.ts';
import { wrongLoginAgent, buildWrongTokenRequest, changesNothing } from '../client/limits/wrong-logins.ts';
import { createMobileLocks } from '../consent/mobile-locks.ts';
import { openOtpSource } from '../consent/otp-source.ts';
import type { Terminal } from '../consent/prompt-source.ts';
import type { Provenance } from '../core/records/provenance.ts';
import type { OffRecord, Wait } from '../core/records/journal-lines.ts';
import type { OtpSource } from '../consent/otp-question.ts';
import { unheardWaiting, type BeginWaiting } from '../session/waiting.ts';
import type { PartEnd } from '../core/records/campaign-end.ts';
import { openCampaign, type CampaignDependencies } from '../fuzz/budget/campaign.ts';
import { noMpinMarks, type Dependencies, type MpinMarks } from '../journey/setup/dependencies.ts';
import { createMemory } from '../journey/setup/memory.ts';
import type { PendingDebits } from '../journey/setup/pending-debits.ts';
import { createPeople } from '../journey/setup/people.ts';
import type { AnswerObserver } from '../judge/answer-observer.ts';
import { encodeBasicCredentials } from '../redaction/known-secrets.ts';
import { mustBeWhole } from '../judge/served.ts';
import { openWrongCodeBudget } from '../journey/setup/wrong-code-budget.ts';
import { notApplicable, notPermitted, untried } from '../judge/stop.ts';
import type { Availability } from '../session/availability.ts';
import { openDescriptionReader } from '../session/description-reader.ts';
import { mustHaveLeft, noToken } from '../session/no-token.ts';
import { openAskOperational } from '../session/operational.ts';
import { sendWhenAsked } from '../session/retry-after.ts';
import type { SendParts } from '../session/send.ts';
import type { Waits } from '../session/waits.ts';
import type { Check } from './check.ts';
import type { EarlierSittings } from './earlier-sittings.ts';

export interface RunContextOptions {
  readonly terminal?: Terminal;
  /** Asks a person elsewhere than on a terminal, where DMT_OTP_SOURCE is `prompt`. */
  readonly askPerson?: OtpSource;
  readonly notice?: PersonOutput;
  readonly onCode?: (provenance: Provenance) => void;
  readonly codes?: OtpSource;
  /** A run brings its own, because it writes the leaks that were seen. */
  readonly answerObserver?: AnswerObserver;
  readonly earlier?: EarlierSittings | null;
  /** Spare mobiles that other runs have used. */
  readonly used?: ReadonlySet<string>;
  /** Spare mobiles whose MPIN is not DMT_MPIN, and where to note more of them. */
  readonly mpins?: MpinMarks & Readonly<Record<'lost' | 'others', ReadonlySet<string>>>;
  /** What judges odd calls, where it is more than the planned checks: a part of a split run judges them as the whole run does. */
  readonly accusing?: readonly Check[];
  /** Each chapter of a campaign ends at its first finding. */
  readonly untilFound?: boolean;
  readonly onPart?: (end: PartEnd) => void;
  readonly onWait?: (wait: Wait) => void;
  /** Hears at once what the run waits for; `onWait` hears afterwards what it waited for. */
  readonly onWaiting?: BeginWaiting;
  readonly onOffRecord?: (offRecord: OffRecord) => void;
}

/** A person is asked at the terminal; any other source is waited for. */
const withWaiting = (source: OtpSource, timeoutMs: number, onWaiting: BeginWaiting): OtpSource => ({
  ...source,
  async read(question) {
    if (source.name === 'prompt' || source.name === 'fixed') return source.read(question);
    const end = onWaiting(`a code of ${question.role}, mobile …${question.mobile.slice(-4)}`, Date.now() + timeoutMs);
    return source.read(question).finally(end);
  },
});

/** The answer observer learns every code that the source yields. */
function withCodeObserver(source: OtpSource, { learnCode }: AnswerObserver): OtpSource {
  return {
    ...source,
    async read(question) {
      const answer = await source.read(question);
      if (typeof answer === 'string') learnCode(answer, question.state);
      return answer;
    },
  };
}

export function createOtpSource(
  { config, redactor }: Target,
  answerObserver: AnswerObserver,
  { terminal, askPerson, onCode, codes, onWaiting = unheardWaiting }: RunContextOptions,
): OtpSource {
  const listener = onCode === undefined ? {} : { onCode };
  const source = codes ?? openOtpSource(config, redactor, { terminal, askPerson, ...listener });
  return withCodeObserver(withWaiting(source, config.connection.timeoutMs, onWaiting), answerObserver);
}

interface DependencyParts {
  readonly target: Target;
  readonly options: RunContextOptions;
  readonly post: CallbackAddress;
  readonly otpSource: OtpSource;
  readonly waits: Waits;
  readonly answerObserver: AnswerObserver;
  readonly pendingDebits: PendingDebits;
  readonly isServiceToBlame: SendParts['isServiceToBlame'];
  readonly availability: Availability;
}

type TokenDependencies = Pick<
  Dependencies,
  'obtainToken' | 'freshToken' | 'basicCredentials' | 'requestTokenWrongly' | 'wrongLoginAgent' | 'locksHarmNobody'
>;

const createTokenDependencies = (target: Target): TokenDependencies => ({
  obtainToken: async (agent, exchanges) => {
    const result = await target.token(agent);
    if ('exchange' in result) exchanges.add(result.exchange);
    if (result.kind !== 'token') throw noToken(result, agent);
    return result;
  },
  freshToken: target.freshToken,
  basicCredentials: {
    client: encodeBasicCredentials(target.config.credentials.client),
    agent: encodeBasicCredentials(target.config.credentials.agent),
  },
  requestTokenWrongly: async (change, purpose) => {
    if (changesNothing(target.config, change))
      throw notApplicable('the changed password is the right one: it has no letters, or there is no second agent');
    const send = (): Promise<SendResult> => target.raw(buildWrongTokenRequest(target.config, change), purpose, 'TOKEN');
    const { exchange } = await sendWhenAsked(mustHaveLeft(await send()), send, target.config.connection.timeoutMs);
    mustBeWhole(exchange);
    return exchange;
  },
  wrongLoginAgent: wrongLoginAgent(target.config.credentials),
  locksHarmNobody: target.config.target.own,
});

/** Challenges of one mobile come one after another. On prod a person may have a tag and no mobile: then the role is the key. */
export function inTurnByMobile(): Dependencies['inTurn'] {
  const locks = createMobileLocks();
  const held = new AsyncLocalStorage<ReadonlySet<string>>();
  return async ({ mobile, role }, run) => {
    const key = mobile === '' ? role : mobile;
    const own = held.getStore() ?? new Set<string>();
    // It would wait for itself, and the run would never end.
    if (own.has(key))
      throw new Error(`expected a turn of the ${role} to be free, received one within itself: ask for what takes it before the turn`);
    return locks.withLock(key, () => held.run(new Set([...own, key]), run));
  };
}

const withWaitingFor = (inbox: CallbackAddress['inbox'], onWaiting: BeginWaiting): CallbackAddress['inbox'] => ({
  ...inbox,
  until: (holds, timeoutMs) => inbox.until(holds, timeoutMs).finally(onWaiting('callbacks of the service', Date.now() + timeoutMs)),
});

export function createDependencies(parts: DependencyParts): CampaignDependencies {
  const { target, options, post, otpSource, waits, answerObserver, pendingDebits, isServiceToBlame, availability } = parts;
  const { notice, earlier = null, used, mpins, untilFound, onPart, onWaiting = unheardWaiting } = options;
  const { config } = target;
  return {
    ...createTokenDependencies(target),
    people: createPeople(config, { used, lost: mpins?.lost, others: mpins?.others, countInRow: target.wrongRows.countInRow }),
    mpinMarks: mpins ?? noMpinMarks,
    profile: config.selection.profile,
    otpSource,
    waits,
    memory: createMemory(target.wrongRows),
    fuzz: openCampaign(config, { untilFound, spent: target.spent, onPart }),
    fuzzEffects: config.permissions.allow.includes('fuzz-effects'),
    affords: (amount) => config.limits.spend === null || amount.plus(target.spent().amount).lte(config.limits.spend),
    mayRace: config.permissions.allow.includes('races') && config.connection.maxConcurrency > 1,
    mustBeAllowed: (word) => {
      if (config.target.kind === 'prod') throw untried(prodReadsOnly, 'configuration');
      if (!config.permissions.allow.includes(word)) throw untried(describeNotAllowed(word), 'configuration');
    },
    wrongCodeBudget: openWrongCodeBudget(
      () => target.spent().wrongCodes,
      (used) => {
        const refused = refuseWrongCode(config.limits, { wrongCodes: used });
        return refused === null ? null : notPermitted(refused);
      },
    ),
    // A later part of a split run makes no calls for the checks of all answers either.
    isResumed: earlier !== null || (config.shard?.part ?? 1) > 1,
    answerObserver,
    pendingDebits,
    descriptionReader: openDescriptionReader(target),
    inTurn: inTurnByMobile(),
    askOperational: openAskOperational(target, { isServiceToBlame, availability }),
    serviceName: config.target.serviceName,
    callbacks: {
      ...post,
      inbox: withWaitingFor(post.inbox, onWaiting),
      timeoutMs: config.callback.timeoutMs,
      complete: openCompleteEkyc(config.callback, target.raw, (trouble) => availability.waitUntilBack({ id: 'CALLBACK' }, trouble), notice),
    },
  };
}
