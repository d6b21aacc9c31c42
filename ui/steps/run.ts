import type { Config } from '../../helpers/config/config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { findSetCaps } from '../../helpers/config/usual-cap.ts';
import type { RunTotals } from '../../helpers/core/records/journal-lines.ts';
import { errorMessage, shorten, toOneLine } from '../../helpers/core/text.ts';
import { isOfCampaignArea } from '../../helpers/core/records/outcome.ts';
import { linesTo } from '../../helpers/report/terminal/printer.ts';
import type { UserInterface } from '../../helpers/run/user-interface.ts';
import { suites } from '../../suites/index.ts';
import type { Suite } from '../../helpers/runner/check.ts';
import type { Engine, RunRequest } from '../engine.ts';
import { acted, type Acted } from './acted.ts';
import { openTypedCodes } from './codes.ts';

/** A long run says more than anybody reads here: the reports have all of it. */
const [maxLines, maxCharacters] = [60, 400];

const suiteByCheck: ReadonlyMap<string, Suite> = new Map(suites.flatMap((suite) => suite.checks.map(({ id }) => [id, suite] as const)));

export interface Counts {
  planned: number;
  done: number;
  failed: number;
}

type Status = 'idle' | 'starting' | 'running' | 'stopping' | 'reporting' | 'ended';

/** `repeat` is a run of selected checks beside the main one. */
const noCounts = (): Counts => ({ planned: 0, done: 0, failed: 0 });

const openRun = (kind: 'run' | 'resume' | 'repeat', status: Status, holdMs: number) => ({
  ...{ kind, status, codes: openTypedCodes(holdMs) },
  ...{ counts: noCounts(), campaign: noCounts(), chapters: new Map<string, Counts>(), spent: [] as ReturnType<typeof listSpent> },
  /** By clause, with what its first failed check found. */
  failures: new Map<string, { clause: string; checks: number; place: string; expected: string; received: string }>(),
  lines: [] as string[],
  /** What is going on just now, and what is waited for. */
  live: '',
  exitCode: null as number | null,
  /** Null where no codes are typed. */
  codesExpected: null as number | null,
});

type Run = ReturnType<typeof openRun>;

const cut = (text: string | null): string => shorten(toOneLine(text ?? ''), maxCharacters);

/** Of its chapter, and of all checks or of the campaign: the reports count these apart. */
function listCounts({ chapters, campaign, counts }: Run, check: string): readonly Counts[] {
  const suite = suiteByCheck.get(check);
  const chapter = chapters.get(suite?.name ?? 'Others') ?? noCounts();
  chapters.set(suite?.name ?? 'Others', chapter);
  return [chapter, suite !== undefined && isOfCampaignArea(suite) ? campaign : counts];
}

/** Checks and campaign have budgets of their own; both are in an approved bill. */
function listSpent(totals: Pick<RunTotals, 'requests' | 'otps' | 'transfers' | 'amount'>, { limits }: Config) {
  const [{ checks, campaign }, caps] = [limits.budgets, findSetCaps(limits)];
  const sum = (own: number | string | null, more: number | string | null = 0) => (own === null ? null : Number(own) + Number(more));
  return [
    { name: 'requests', spent: totals.requests, cap: limits.requests },
    { name: 'OTP messages', spent: totals.otps, cap: checks === null ? caps.otps : sum(checks.otps, campaign?.otps) },
    { name: 'transfers', spent: totals.transfers, cap: checks === null ? caps.transfers : sum(checks.transfers, campaign?.transfers) },
    { name: 'money', spent: Number(totals.amount), cap: sum(checks?.amount ?? caps.spend, campaign?.amount) },
  ];
}

const noteStart =
  (run: Run): NonNullable<UserInterface['onStart']> =>
  (config, tries) => {
    if (run.status === 'starting') run.status = 'running';
    for (const check of tries) for (const counts of listCounts(run, check)) counts.planned += 1;
    run.spent = listSpent({ requests: 0, otps: 0, transfers: 0, amount: '0' }, config);
  };

const noteOutcome =
  (run: Run): NonNullable<UserInterface['onOutcome']> =>
  ({ check, verdict, place, expected, received }, target) => {
    const isFailed = verdict === 'fail';
    for (const counts of listCounts(run, check)) {
      counts.done += 1;
      if (isFailed) counts.failed += 1;
    }
    run.spent = listSpent(target.totals(), target.config);
    if (!isFailed) return;
    const [clause = check] = check.split('~');
    const found = run.failures.get(clause) ?? { clause, checks: 0, place: cut(place), expected: cut(expected), received: cut(received) };
    run.failures.set(clause, { ...found, checks: found.checks + 1 });
  };

const noteLine =
  ({ lines }: Run) =>
  (text: string): void => {
    if (text.trim() !== '') lines.push(cut(text));
    if (lines.length > maxLines) lines.shift();
  };

const openInterface = (run: Run, interrupted: Promise<void>): UserInterface => ({
  ...linesTo(noteLine(run), (text) => (run.live = cut(text))),
  canAsk: true,
  openContext: (onWaiting, expected) => {
    run.codesExpected = expected;
    return { askPerson: run.codes.source, onWaiting, notice: { isTTY: true, write: noteLine(run) } };
  },
  listenForInterrupt: () => ({ interrupted, ended: () => undefined, release: () => undefined }),
  ...{ onStart: noteStart(run), onOutcome: noteOutcome(run), onEnd: () => (run.status = 'reporting') },
});

export function openRunStep(engine: Pick<Engine, 'run'>, holdMs: number) {
  let run = openRun('run', 'idle', holdMs);
  let ended: Promise<void> = Promise.resolve();
  let interrupt: () => void = () => undefined;
  const isRunning = (): boolean => run.status !== 'idle' && run.status !== 'ended';

  /** An error of the suite is told here, and the page goes on. */
  const conduct = async (one: Run, environment: Environment, request: RunRequest, interrupted: Promise<void>): Promise<void> => {
    try {
      one.exitCode = await engine.run(environment, request, openInterface(one, interrupted));
    } catch (error) {
      noteLine(one)(`the suite failed: ${errorMessage(error)}`);
      one.exitCode = 4;
    }
    one.status = 'ended';
  };

  return {
    isRunning,
    view: () => ({
      ...run,
      ...run.counts,
      ...{ codes: run.codes.view(), failures: [...run.failures.values()] },
      chapters: [...run.chapters].map(([name, counts]) => ({ name, ...counts })),
    }),
    code: (what: 'enter' | 'correct' | 'missing') => (body: Parameters<Run['codes']['enter']>[0]) => run.codes[what](body),
    start: (environment: Environment, request: RunRequest): Acted => {
      if (isRunning()) return acted('expected no run, received one that is under way: look at it in Run');
      const { promise, resolve } = Promise.withResolvers<undefined>();
      interrupt = () => {
        resolve(undefined);
      };
      run = openRun(request.check !== undefined ? 'repeat' : request.resume ? 'resume' : 'run', 'starting', holdMs);
      ended = conduct(run, environment, request, promise);
      return acted(null);
    },
    /** Resolves when the run has ended and its reports are written; at once when none is under way. */
    stop: (): Promise<void> => {
      if (run.status === 'starting' || run.status === 'running') run.status = 'stopping';
      interrupt();
      return ended;
    },
  };
}
