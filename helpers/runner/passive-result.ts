import type { Moment } from '../judge/facts/facts.ts';
import { isBreach, type Reply } from '../judge/reply.ts';
import type { SchemaFinding } from '../judge/schema/findings.ts';
import type { Callback } from '../judge/callback.ts';
import type { Exchange } from '../core/exchange.ts';
import type { CallbackCheck, Check, PassiveCheck } from './check.ts';
import type { EarlierSittings } from './earlier-sittings.ts';
import type { Judgement } from '../core/records/judgement.ts';

export interface Breach {
  readonly exchange: string;
  readonly judgement: Extract<Judgement, { held: false }>;
}

export interface PassiveResult<Of extends PassiveCheck | CallbackCheck = PassiveCheck | CallbackCheck> {
  readonly check: Of;
  judged: number;
  broken: number;
  /** The first `breachesKept` of them; of what a later answer may take back, the first of each. */
  readonly breaches: Breach[];
  /** A few judged exchanges, as evidence of a pass. */
  readonly samples: string[];
  /** A breach of another clause that left this check nothing to judge. */
  hiddenBy: SchemaFinding | null;
  /** What may still turn out to be a breach, by what is doubted. */
  readonly suspects: Map<string, Suspect>;
  /** Every judgement of a check that judges one circumstance: which answers belong to it is known at the end. */
  readonly heard: Heard[];
}

interface Suspect extends Breach {
  readonly times: number;
}

interface Heard {
  readonly exchange: string;
  readonly judgement: Judgement | null;
  readonly hiddenBy: SchemaFinding | null;
}

const samplesKept = 3;
/** A check that broke more often keeps so many exchanges as its evidence. */
export const breachesKept = 10;

export const newPassiveResult = <Of extends PassiveCheck | CallbackCheck>(check: Of): PassiveResult<Of> => ({
  check,
  judged: 0,
  broken: 0,
  breaches: [],
  samples: [],
  hiddenBy: null,
  suspects: new Map(),
  heard: [],
});

/** Counts what is doubted, and returns how often it was seen. */
function countSuspect({ suspects }: PassiveResult, breach: Breach, about: string): number {
  const times = (suspects.get(about)?.times ?? 0) + 1;
  suspects.set(about, { ...breach, times });
  return times;
}

const mayLag = ({ judgement }: Breach): boolean => judgement.suspicion?.mayLag === true;
const isAbout = ({ judgement }: Breach, about: string | undefined): boolean => judgement.suspicion?.about === about;

/** What may be taken back takes no place from what stays. */
function hasPlace({ breaches }: PassiveResult, breach: Breach): boolean {
  const late = breaches.filter(mayLag);
  const firm = breaches.filter((kept) => !mayLag(kept));
  return mayLag(breach) ? !late.some((kept) => isAbout(kept, breach.judgement.suspicion?.about)) : firm.length < breachesKept;
}

function keepBreach(result: PassiveResult, breach: Breach): void {
  result.broken += 1;
  if (hasPlace(result, breach)) result.breaches.push(breach);
}

/** A later answer shows what was missing before. */
function takeBack(result: PassiveResult, about: string): void {
  const suspect = result.suspects.get(about);
  result.suspects.delete(about);
  const at = result.breaches.findIndex((breach) => mayLag(breach) && isAbout(breach, about));
  if (at < 0 || suspect === undefined) return;
  result.breaches.splice(at, 1);
  result.broken -= suspect.times - (suspect.judgement.suspicion?.times ?? 0) + 1;
}

function addJudgement(result: PassiveResult, exchange: string, judgement: Judgement): void {
  result.judged += 1;
  // The evidence of one circumstance is whole, so that it can be judged again by itself.
  if (result.samples.length < samplesKept || result.check.circumstance !== undefined) result.samples.push(exchange);
  for (const about of judgement.dismisses ?? []) takeBack(result, about);
  if (judgement.held) return;
  const breach = { exchange, judgement };
  const { suspicion } = judgement;
  if (suspicion === undefined || countSuspect(result, breach, suspicion.about) >= suspicion.times) keepBreach(result, breach);
}

function addHeard(result: PassiveResult, { exchange, judgement, hiddenBy }: Heard): void {
  if (judgement !== null) addJudgement(result, exchange, judgement);
  else result.hiddenBy ??= hiddenBy;
}

function hear(result: PassiveResult, heard: Heard): void {
  if (result.check.circumstance === undefined) addHeard(result, heard);
  else if (heard.judgement !== null || heard.hiddenBy !== null) result.heard.push(heard);
}

const findBreach = ({ envelope, payload }: Reply): SchemaFinding | null =>
  envelope.findings.find(isBreach) ?? payload.findings.find(isBreach) ?? null;

export function addReply(result: PassiveResult<PassiveCheck>, reply: Reply, moment: Moment, hiddenBy = findBreach(reply)): void {
  hear(result, { exchange: reply.exchange.id, judgement: result.check.judge(reply, moment), hiddenBy });
}

/** Another clause accuses the whole callback, or a place that the check compares. */
const findHider = ({ places = [] }: CallbackCheck, { hiddenBy, judgement }: Callback): SchemaFinding | null =>
  hiddenBy ?? judgement.findings.find(({ place }) => places.includes(place)) ?? null;

export function addCallback(result: PassiveResult<CallbackCheck>, callback: Callback, all: readonly Callback[]): void {
  hear(result, {
    exchange: callback.exchange,
    judgement: result.check.judge(callback, all),
    hiddenBy: findHider(result.check, callback),
  });
}

/** A suspicion of one circumstance that the whole run saw often enough: what repeated it need not be of the same circumstance. */
function confirmSuspects(narrow: PassiveResult, whole: PassiveResult): void {
  for (const [about, { exchange, judgement, times }] of narrow.suspects) {
    const needed = judgement.suspicion?.times ?? 0;
    if (times >= needed || (whole.suspects.get(about)?.times ?? 0) < needed) continue;
    keepBreach(narrow, { exchange, judgement });
  }
}

/** The result over the answers that belong to the circumstance of the check; over all answers where it names none. */
export function narrowToCircumstance<Of extends PassiveCheck | CallbackCheck>(
  result: PassiveResult<Of>,
  belongs: (exchange: string) => boolean,
): PassiveResult<Of> {
  if (result.check.circumstance === undefined) return result;
  const narrow = newPassiveResult(result.check);
  const whole = newPassiveResult(result.check);
  for (const heard of result.heard) {
    addHeard(whole, heard);
    if (belongs(heard.exchange)) addHeard(narrow, heard);
    else for (const about of heard.judgement?.dismisses ?? []) takeBack(narrow, about);
  }
  confirmSuspects(narrow, whole);
  return narrow;
}

type JudgedBefore = Pick<EarlierSittings, 'replies' | 'callbacks'>;
type MomentOf = (exchange: Exchange) => Moment;

export interface PassiveResults {
  readonly passive: readonly PassiveResult<PassiveCheck>[];
  readonly callback: readonly PassiveResult<CallbackCheck>[];
  readonly judge: (reply: Reply) => void;
  readonly judgeCallbacks: (all: readonly Callback[]) => void;
}

/** Answers and callbacks of earlier sittings are judged first. */
export function createPassiveResults(checks: readonly Check[], before: JudgedBefore | null, momentOf: MomentOf): PassiveResults {
  const passive = checks.filter((check): check is PassiveCheck => check.kind === 'passive').map(newPassiveResult);
  const callback = checks.filter((check): check is CallbackCheck => check.kind === 'callback').map(newPassiveResult);
  const byOperation: ReadonlyMap<string, typeof passive> = Map.groupBy(passive, ({ check }) => check.operation);
  const judge = (reply: Reply): void => {
    const moment = momentOf(reply.exchange);
    const hiddenBy = findBreach(reply);
    for (const operation of [reply.operation.id, 'ENVELOPE'])
      for (const result of byOperation.get(operation) ?? []) addReply(result, reply, moment, hiddenBy);
  };
  const judgeCallbacks = (all: readonly Callback[]): void => {
    for (const one of all) for (const result of callback) addCallback(result, one, all);
  };
  before?.replies.forEach(judge);
  judgeCallbacks(before?.callbacks ?? []);
  return { passive, callback, judge, judgeCallbacks };
}
