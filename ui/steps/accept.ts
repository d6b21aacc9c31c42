import { join } from 'node:path';
import type { Json } from '../../helpers/core/json.ts';
import { replaceFile } from '../../helpers/report/files/replace-file.ts';
import { errorMessage } from '../../helpers/core/text.ts';
import { listAgainst } from '../../helpers/report/decision/against.ts';
import type { Question } from '../../helpers/report/decision/rows.ts';
import { readJudged } from '../../helpers/report/judged.ts';
import type { Acceptance, Clarification, WaiversFile } from '../../helpers/report/model/acceptances.ts';
import { draftAcceptances } from '../../helpers/report/verdict/draft.ts';
import { isBlank } from '../../helpers/report/waivers/blanks.ts';
import { readWaivers, readWaiversValue, type WaiversRead } from '../../helpers/report/waivers/read.ts';
import { findRuleProblems } from '../../helpers/report/waivers/rules.ts';
import { clauses } from '../../specs/clauses.ts';
import type { Engine } from '../engine.ts';
import type { ResultStep } from './result.ts';
import { command, orElse, valueOf, type TargetStep } from './target.ts';

const sentenceByClause: ReadonlyMap<string, string> = new Map(clauses.map(({ id, text }) => [id, text]));

/** The blanks of a draft say what belongs there; in a form, the labels do. */
function offerEntry(entry: Acceptance) {
  const isNew = isBlank(entry.reason);
  const shown = Object.fromEntries(Object.entries(entry).map(([name, value]: [string, unknown]) => [name, isBlank(value) ? '' : value]));
  const about = isNew ? (/\((.*)\)$/s.exec(entry.reason)?.[1] ?? '') : (sentenceByClause.get(entry.clause) ?? '');
  return { entry: shown, about, isNew };
}

/** An answer puts nothing right where the clause is broken as well. */
function offerAnswers(known: readonly Clarification[], questions: readonly Question[], broken: readonly Acceptance[]) {
  const open = questions.filter(({ clause }) => ![...known, ...broken].some((one) => one.clause === clause));
  return [
    ...known.map((entry) => ({ entry: { ...entry }, about: sentenceByClause.get(entry.clause) ?? '', isNew: false })),
    ...open.map(({ clause, seen }) => {
      const about = `${sentenceByClause.get(clause) ?? ''} Seen: ${seen}`;
      return { entry: { clause, answer: '', date: '', by: '' }, about, isNew: true };
    }),
  ];
}

const signingCommands = (engine: Engine, folder: string, run: string, nonce: string) => [
  { what: 'Make a key, once', command: 'openssl genpkey -algorithm ed25519 -out sign-key.pem' },
  { what: 'Its public half, for the receiver', command: 'openssl pkey -in sign-key.pem -pubout -out sign-key.pub.pem' },
  { what: 'Pack and sign', command: `DMT_SIGN_KEY_FILE=sign-key.pem ${command(engine, `bundle --report-dir ${folder}`)}` },
  { what: 'Verify', command: command(engine, `verify ${join(folder, `conformance-${run}.zip`)} --public-key sign-key.pub.pem${nonce}`) },
];

export function openAcceptStep(engine: Engine, target: TargetStep, result: ResultStep, isRunning: () => boolean) {
  const isReady = (): boolean => !isRunning() && result.exists();
  const filePath = (): string => orElse(valueOf(target.environment(), 'DMT_WAIVERS'), join(target.reportFolder(), 'waivers.json'));

  const view = () => {
    if (!isReady()) return null;
    const folder = target.reportFolder();
    const { journal, accepted, decision } = readJudged(folder, clauses);
    const { run, headline, questions, sheet } = decision;
    // What is in the file now; what the run was judged with, where there is none yet.
    const read = readWaivers(filePath());
    const now = read.ok ? read.file : accepted.file;
    const { file, refused } = draftAcceptances(journal, clauses, { ...accepted, file: now });
    const { waivers = [], gaps = [] } = file;
    return {
      ...{ run, headline, against: listAgainst(sheet), file: filePath(), refused },
      waivers: waivers.map(offerEntry),
      gaps: gaps.map(offerEntry),
      clarifications: offerAnswers(now.clarifications ?? [], questions, waivers),
      commands: signingCommands(engine, folder, run, valueOf(target.environment(), 'DMT_NONCE') && ' --nonce "$DMT_NONCE"'),
    };
  };

  /** As a run would read it. */
  const judge = (value: unknown): WaiversRead => {
    if (!isReady()) return { ok: false, problems: ['expected a run that has ended, received none'] };
    const read = readWaiversValue(value);
    if (!read.ok) return read;
    const { target: kind, hosts } = readJudged(target.reportFolder(), clauses).file.run;
    const problems = findRuleProblems(read.file, clauses, { target: kind, hosts, startedAt: new Date().toISOString() });
    return problems.length > 0 ? { ok: false, problems } : read;
  };

  const write = async (file: WaiversFile): Promise<readonly string[]> => {
    try {
      replaceFile(filePath(), `${JSON.stringify(file, null, 2)}\n`);
    } catch (error) {
      return [`expected a file of waivers that can be written, received an error (${errorMessage(error)})`];
    }
    await engine.accept(target.environment(), file);
    return [];
  };

  return {
    view,
    /** What the file would be refused for; nothing is written. */
    check: ({ file }: Json) => {
      const read = judge(file);
      return { problems: read.ok ? [] : read.problems };
    },
    write: async ({ file }: Json) => {
      const read = judge(file);
      const problems = read.ok ? await write(read.file) : read.problems;
      return { problems, accept: view() };
    },
  };
}
