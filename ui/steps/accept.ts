import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorMessage } from '../../helpers/core/text.ts';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import type { Acceptance, Clarification, WaiversFile } from '../../helpers/report/model/acceptances.ts';
import { draftAcceptances } from '../../helpers/report/verdict/draft.ts';
import { isBlank } from '../../helpers/report/waivers/blanks.ts';
import { readWaivers, type WaiversRead } from '../../helpers/report/waivers/read.ts';
import { readAccepted } from '../../helpers/report/waivers/record.ts';
import { findRuleProblems } from '../../helpers/report/waivers/rules.ts';
import { clauses } from '../../specs/clauses.ts';
import type { AcceptAnswer, AcceptView, Body, Offered } from '../api.ts';
import type { Engine } from '../engine.ts';
import { readJudged } from './judged.ts';
import type { ResultStep } from './result.ts';
import { command, orElse, valueOf, type TargetStep } from './target.ts';

export interface AcceptStep {
  readonly view: () => AcceptView | null;
  /** What the file would be refused for; nothing is written. */
  readonly check: (body: Body) => { readonly problems: readonly string[] };
  readonly write: (body: Body) => Promise<AcceptAnswer>;
}

const sentenceByClause: ReadonlyMap<string, string> = new Map(clauses.map(({ id, text }) => [id, text]));

/** The blanks of a draft say what belongs there; in a form, the labels do. */
function offerEntry(entry: Acceptance): Offered<Acceptance> {
  const isNew = isBlank(entry.reason);
  const shown = (text: string): string => (isBlank(text) ? '' : text);
  const { reason, owner, ticket, approver, expires } = entry;
  return {
    entry: {
      ...entry,
      ...{ reason: shown(reason), owner: shown(owner), ticket: shown(ticket), approver: shown(approver), expires: shown(expires) },
    },
    about: isNew ? (/\((.*)\)$/s.exec(reason)?.[1] ?? '') : (sentenceByClause.get(entry.clause) ?? ''),
    isNew,
  };
}

const signingCommands = (engine: Engine, folder: string, run: string): AcceptView['commands'] => [
  { what: 'Make a key, once', command: 'openssl genpkey -algorithm ed25519 -out sign-key.pem' },
  { what: 'Its public half, for the receiver', command: 'openssl pkey -in sign-key.pem -pubout -out sign-key.pub.pem' },
  { what: 'Pack and sign', command: `DMT_SIGN_KEY_FILE=sign-key.pem ${command(engine, `bundle --report-dir ${folder}`)}` },
  { what: 'Verify', command: command(engine, `verify ${join(folder, `conformance-${run}.zip`)} --public-key sign-key.pub.pem`) },
];

export function openAcceptStep(engine: Engine, target: TargetStep, result: ResultStep, isRunning: () => boolean): AcceptStep {
  const filePath = (): string => orElse(valueOf(target.environment(), 'DMT_WAIVERS'), join(target.reportFolder(), 'waivers.json'));

  /** What is in the file now; what the run was judged with, where there is none yet. */
  const readNow = (folder: string): WaiversFile => {
    const read = readWaivers(filePath());
    return read.ok ? read.file : readAccepted(folder).file;
  };

  const offerAnswers = (
    known: readonly Clarification[],
    questions: readonly { clause: string; seen: string }[],
  ): AcceptView['clarifications'] => {
    const open = questions.filter(({ clause }) => !known.some((one) => one.clause === clause));
    return [
      ...known.map((entry) => ({ entry, about: sentenceByClause.get(entry.clause) ?? '', isNew: false })),
      ...open.map(({ clause, seen }) => ({
        entry: { clause, answer: '', date: '', by: '' },
        about: `${sentenceByClause.get(clause) ?? ''} Seen: ${seen}`,
        isNew: true,
      })),
    ];
  };

  const view = (): AcceptView | null => {
    if (isRunning() || !result.exists()) return null;
    const folder = target.reportFolder();
    const { file, decision } = readJudged(folder);
    const now = readNow(folder);
    const draft = draftAcceptances(readJournal(folder), clauses, { ...readAccepted(folder), file: now });
    const { against, headline, questions } = decision;
    return {
      file: filePath(),
      waivers: (draft.file.waivers ?? []).map(offerEntry),
      gaps: (draft.file.gaps ?? []).map(offerEntry),
      clarifications: offerAnswers(now.clarifications ?? [], questions),
      refused: draft.refused,
      ...{ against, headline },
      commands: signingCommands(engine, folder, file.run.id),
    };
  };

  /** Those of the command that reads the file. */
  const findProblems = (file: WaiversFile): readonly string[] => {
    const { run } = readJudged(target.reportFolder()).file;
    return findRuleProblems(file, clauses, { target: run.target, hosts: run.hosts, startedAt: new Date().toISOString() });
  };

  /** Written beside the file and read back by the code of every run; takes the place of the file only if `keep`. */
  const readBack = (value: unknown, keep: boolean): WaiversRead => {
    const path = filePath();
    const beside = `${path}.new`;
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(beside, `${JSON.stringify(value, null, 2)}\n`);
      const read = readWaivers(beside);
      if (!read.ok) return { ok: false, problems: read.problems.map((problem) => problem.replace(`${beside}: `, '')) };
      const problems = findProblems(read.file);
      if (problems.length > 0) return { ok: false, problems };
      if (keep) renameSync(beside, path);
      return read;
    } catch (error) {
      return { ok: false, problems: [`expected a file of waivers that can be written, received an error (${errorMessage(error)})`] };
    } finally {
      rmSync(beside, { force: true });
    }
  };

  const isReady = (): boolean => !isRunning() && result.exists();
  const notReady = ['expected a run that has ended, received none'];

  return {
    view,
    check: ({ file }) => {
      const read: WaiversRead = isReady() ? readBack(file, false) : { ok: false, problems: notReady };
      return { problems: read.ok ? [] : read.problems };
    },
    write: async ({ file }) => {
      const written: WaiversRead = isReady() ? readBack(file, true) : { ok: false, problems: notReady };
      if (!written.ok) return written;
      await engine.accept(target.environment(), written.file);
      const accept = view();
      return accept === null ? { ok: false, problems: notReady } : { ok: true, accept };
    },
  };
}
