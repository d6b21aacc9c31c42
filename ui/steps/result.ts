import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildCards } from '../../helpers/report/cards/card.ts';
import { loadReadings } from '../../helpers/report/cards/readings.ts';
import { approvedFile } from '../../helpers/report/files/folder.ts';
import { journalFiles, readJournal } from '../../helpers/report/journal/journal.ts';
import { decisionFiles, reportPagePath, specificationPage } from '../../helpers/report/model/file-names.ts';
import { acceptedFile } from '../../helpers/report/waivers/record.ts';
import type { Body, FailureDetail, ResultView } from '../api.ts';
import { readJudged, type Judged } from './judged.ts';
import type { TargetStep } from './target.ts';

export interface ResultStep {
  readonly view: () => ResultView | null;
  readonly failure: (body: Body) => FailureDetail | null;
  readonly exists: () => boolean;
  readonly canResume: () => boolean;
  /** The bill that the run in the folder was approved by; null without one. */
  readonly approvedBill: () => string | null;
  /** Null unless that clause is broken. */
  readonly failingChecks: (clause: unknown) => readonly string[] | null;
}

const pages: readonly (readonly [name: string, path: string])[] = [
  ['Map of the specification', specificationPage],
  ['Decision, to print and sign', decisionFiles.page],
  ['Report with every exchange (Allure)', reportPagePath],
];

/** One group for each who has to act. */
const listUntested = ({ untested }: Judged['decision']): ResultView['untested'] =>
  untested.map(({ words, groups }) => ({ who: words, reasons: groups.map(({ reason, items }) => ({ reason, count: items.length })) }));

function buildView({ file, decision }: Judged, folder: string): ResultView {
  const { headline, because, exitCode, signable, against, matrix, effects } = decision;
  return {
    ...{ run: file.run.id, headline, because, exitCode, signable, against },
    binding: { total: file.binding.total, judged: file.binding.judged },
    chapters: matrix.map(({ title, counts }) => ({ title, counts })),
    failures: decision.failures,
    untested: listUntested(decision),
    left: [...effects.money, ...effects.residue],
    pages: pages.filter(([, path]) => existsSync(join(folder, path))).map(([name, path]) => ({ name, path })),
    command: `npm run conformance -- open decision --report-dir ${folder}`,
  };
}

interface Known {
  readonly stamp: string;
  readonly interrupted: boolean;
  readonly failing: ReadonlyMap<string, readonly string[]>;
  readonly view: ResultView;
}

/** Changes whenever a run, `report` or an acceptance wrote there. */
const readStamp = (folder: string): string =>
  [journalFiles.outcomes, acceptedFile, decisionFiles.record]
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .map((found) => (found === undefined ? '-' : `${found.mtimeMs} ${found.size}`))
    .join(' ');

export function openResultStep(target: TargetStep): ResultStep {
  let known: Known | null = null;
  const exists = (): boolean => existsSync(join(target.reportFolder(), journalFiles.outcomes));

  /** Reading a long run takes a second, so only what is shown is kept, until the files change. */
  const read = (): Known | null => {
    if (!exists()) return null;
    const folder = target.reportFolder();
    const stamp = `${folder} ${readStamp(folder)}`;
    if (known?.stamp === stamp) return known;
    const judged = readJudged(folder);
    const failing = new Map(judged.decision.failures.map(({ clause, checks }) => [clause, checks]));
    known = { stamp, interrupted: judged.file.run.interrupted, failing, view: buildView(judged, folder) };
    return known;
  };

  return {
    exists,
    view: () => read()?.view ?? null,
    canResume: () => read()?.interrupted === true,
    approvedBill: () => {
      const path = join(target.reportFolder(), approvedFile);
      return existsSync(path) ? path : null;
    },
    failingChecks: (clause) => (typeof clause === 'string' ? (read()?.failing.get(clause) ?? null) : null),
    failure: ({ clause }) => {
      if (typeof clause !== 'string' || read()?.failing.has(clause) !== true) return null;
      const folder = target.reportFolder();
      const cards = buildCards(readJudged(folder).file, readJournal(folder).exchanges, loadReadings());
      const card = cards.find((one) => one.clause === clause);
      if (card === undefined) return null;
      const { claim, readings, exchanges, curl } = card;
      return { clause, claim, readings, exchanges, curl };
    },
  };
}
