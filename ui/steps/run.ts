import type { Config } from '../../helpers/config/config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import type { RunTotals } from '../../helpers/core/records/journal-lines.ts';
import type { Outcome } from '../../helpers/core/records/outcome.ts';
import { errorMessage, shorten, toOneLine } from '../../helpers/core/text.ts';
import type { Target } from '../../helpers/client/client.ts';
import type { Acted, Chapter, LiveFailure, RunStatus, RunView, Spent } from '../api.ts';
import type { Engine, RunObserver, RunRequest } from '../engine.ts';
import { suites } from '../../suites/index.ts';
import { openCodeDesk, type CodeDesk } from './codes.ts';

export interface RunStep {
  readonly view: () => RunView;
  readonly codes: CodeDesk;
  readonly isRunning: () => boolean;
  readonly start: (environment: Environment, request: RunRequest) => Acted;
  /** Resolves when the run has ended and its reports are written; at once when none is under way. */
  readonly stop: () => Promise<void>;
}

/** A long run says and finds more than anybody reads here: the reports have all of it. */
const maxLines = 60;
const maxFailures = 100;
const maxCharacters = 400;

const chapterByCheck: ReadonlyMap<string, string> = new Map(
  suites.flatMap(({ name, checks }) => checks.map(({ id }) => [id, name] as const)),
);

interface Progress {
  chapters: Map<string, { planned: number; done: number; failed: number }>;
  spent: readonly Spent[];
  failures: LiveFailure[];
  lines: string[];
  live: string;
  counts: { planned: number; done: number; failed: number };
  title: string;
}

const createProgress = (): Progress => ({
  ...{ chapters: new Map(), spent: [], failures: [], lines: [], live: '', title: '' },
  counts: { planned: 0, done: 0, failed: 0 },
});

const findChapter = (progress: Progress, check: string): { planned: number; done: number; failed: number } => {
  const name = chapterByCheck.get(check) ?? 'Others';
  const found = progress.chapters.get(name) ?? { planned: 0, done: 0, failed: 0 };
  progress.chapters.set(name, found);
  return found;
};

const cut = (text: string | null): string | null => (text === null ? null : shorten(toOneLine(text), maxCharacters));

function listSpent(totals: Pick<RunTotals, 'requests' | 'otps' | 'transfers' | 'amount'>, { limits }: Config): readonly Spent[] {
  const { checks, campaign } = limits.budgets;
  const cap = (own: number | null | undefined, more: number | null | undefined, otherwise: number | null): number | null =>
    own == null ? otherwise : own + (more ?? 0);
  const money = checks?.amount ?? limits.spend;
  return [
    { name: 'Requests', spent: totals.requests, cap: limits.requests },
    { name: 'OTP messages', spent: totals.otps, cap: cap(checks?.otps, campaign?.otps, limits.otps) },
    { name: 'Transfers', spent: totals.transfers, cap: cap(checks?.transfers, campaign?.transfers, limits.transfers) },
    { name: 'Money', spent: Number(totals.amount), cap: money === null ? null : Number(money) + Number(campaign?.amount ?? 0) },
  ];
}

function noteOutcome(progress: Progress, { check, verdict, place, expected, received }: Outcome): void {
  const isFailed = verdict === 'fail';
  for (const counts of [progress.counts, findChapter(progress, check)]) {
    counts.done += 1;
    if (isFailed) counts.failed += 1;
  }
  if (!isFailed || progress.failures.length >= maxFailures) return;
  progress.failures.push({ check, place: cut(place), expected: cut(expected), received: cut(received) });
}

function noteStart(progress: Progress, config: Config, tries: readonly string[]): void {
  for (const check of tries) findChapter(progress, check).planned += 1;
  progress.counts.planned = tries.length;
  progress.title = `${config.target.kind} at ${config.target.hosts.join(', ')} · ${config.selection.profile}`;
  progress.spent = listSpent({ requests: 0, otps: 0, transfers: 0, amount: '0' }, config);
}

function noteLine(progress: Progress, text: string): void {
  const line = shorten(toOneLine(text), maxCharacters);
  if (line.trim() !== '') progress.lines.push(line);
  if (progress.lines.length > maxLines) progress.lines.shift();
}

const listChapters = ({ chapters }: Progress): readonly Chapter[] => [...chapters].map(([name, counts]) => ({ name, ...counts }));

export function openRunStep(engine: Engine, holdCodesMs: number): RunStep {
  const codes = openCodeDesk(holdCodesMs);
  let status: RunStatus = 'idle';
  let [progress, kind, exitCode] = [createProgress(), 'run' as RunView['kind'], null as number | null];
  let expected: number | null = null;
  let ended: Promise<void> = Promise.resolve();
  let interrupt: () => void = () => undefined;
  const isRunning = (): boolean => status !== 'idle' && status !== 'ended';

  const observe = (interrupted: Promise<void>): RunObserver => ({
    line: (text) => {
      noteLine(progress, text);
    },
    live: (text) => {
      progress.live = cut(text) ?? '';
    },
    onCodesExpected: (count) => {
      expected = count;
    },
    onStart: (config, tries) => {
      if (status === 'starting') status = 'running';
      noteStart(progress, config, tries);
    },
    onOutcome: (outcome: Outcome, target: Target) => {
      noteOutcome(progress, outcome);
      progress.spent = listSpent(target.totals(), target.config);
    },
    interrupted,
    onEnd: () => {
      status = 'reporting';
    },
    askPerson: codes.source,
  });

  /** An error of the suite is told here, and the page goes on. */
  const conduct = async (environment: Environment, request: RunRequest, observer: RunObserver): Promise<void> => {
    try {
      exitCode = await engine.run(environment, request, observer);
    } catch (error) {
      noteLine(progress, `the suite failed: ${errorMessage(error)}`);
      exitCode = 4;
    }
    status = 'ended';
  };

  return {
    codes,
    isRunning,
    view: () => {
      const { counts, spent, failures, lines, live, title } = progress;
      const { planned, done, failed } = counts;
      return {
        ...{ status, kind, title, planned, done, failed, spent, failures, lines, live, exitCode },
        chapters: listChapters(progress),
        codes: codes.view(),
        codesExpected: expected,
      };
    },
    start: (environment, request) => {
      if (isRunning()) return { problem: 'expected no run, received one that is under way: look at it in Run' };
      const { promise, resolve } = Promise.withResolvers<undefined>();
      [status, kind, exitCode] = ['starting', request.check !== null ? 'repeat' : request.resume ? 'resume' : 'run', null];
      progress = createProgress();
      expected = null;
      interrupt = () => {
        resolve(undefined);
      };
      codes.begin();
      ended = conduct(environment, request, observe(promise));
      return { problem: null };
    },
    stop: () => {
      if (status === 'starting' || status === 'running') status = 'stopping';
      interrupt();
      return ended;
    },
  };
}
