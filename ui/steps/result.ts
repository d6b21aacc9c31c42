import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isText, type Json } from '../../helpers/core/json.ts';
import { buildCards } from '../../helpers/report/cards/card.ts';
import { loadReadings } from '../../helpers/report/cards/readings.ts';
import { listAgainst } from '../../helpers/report/decision/against.ts';
import { approvedFile } from '../../helpers/report/files/folder.ts';
import { journalFiles } from '../../helpers/report/journal/journal.ts';
import { readJudged } from '../../helpers/report/judged.ts';
import { decisionFiles, reportPagePath, specificationPage } from '../../helpers/report/model/file-names.ts';
import { acceptedFile } from '../../helpers/report/waivers/record.ts';
import { clauses } from '../../specs/clauses.ts';
import type { Engine } from '../engine.ts';
import { command, type TargetStep } from './target.ts';

const pages: readonly (readonly [path: string, name: string])[] = [
  [specificationPage, 'Map of the specification'],
  [decisionFiles.page, 'Decision, to print and sign'],
  [reportPagePath, 'Report with every exchange (Allure)'],
];

function readShown(folder: string) {
  const { file, decision } = readJudged(folder, clauses);
  const { run, headline, because, exitCode, signable, matrix, effects, failures, sheet } = decision;
  const view = {
    ...{ run, headline, because, exitCode, signable, failures, inShort: sheet.inShort, against: listAgainst(sheet) },
    chapters: matrix.map(({ title, counts }) => ({ title, counts })),
    left: [...effects.money, ...effects.residue],
    pages: pages.filter(([path]) => existsSync(join(folder, path))),
  };
  return { view, interrupted: file.run.interrupted };
}

/** Changes whenever a run, `report` or an acceptance wrote there. */
const readStamp = (folder: string): string =>
  [journalFiles.outcomes, acceptedFile, decisionFiles.record]
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .map((found) => (found === undefined ? '-' : `${found.mtimeMs} ${found.size}`))
    .join(' ');

export type ResultStep = ReturnType<typeof openResultStep>;

export function openResultStep(engine: Engine, target: TargetStep) {
  let known: { readonly stamp: string; readonly shown: ReturnType<typeof readShown> } | null = null;
  const exists = (): boolean => existsSync(join(target.reportFolder(), journalFiles.outcomes));

  /** Reading a long run takes a second, so only what is shown is kept, until the files change. */
  const read = () => {
    if (!exists()) return null;
    const folder = target.reportFolder();
    const stamp = `${folder} ${readStamp(folder)}`;
    if (known?.stamp !== stamp) known = { stamp, shown: readShown(folder) };
    return known.shown;
  };

  /** Null unless that clause is broken. */
  const failingChecks = (clause: unknown) => read()?.view.failures.find((one) => one.clause === clause)?.checks ?? null;

  return {
    ...{ exists, failingChecks },
    view: () => {
      const shown = read();
      return shown && { ...shown.view, command: command(engine, `open decision --report-dir ${target.reportFolder()}`) };
    },
    canResume: () => read()?.interrupted === true,
    /** The bill that the run in the folder was approved by; null without one. */
    approvedBill: () => {
      const path = join(target.reportFolder(), approvedFile);
      return existsSync(path) ? path : null;
    },
    /** What the card of a broken clause says. */
    failure: ({ clause }: Json) => {
      if (!isText(clause) || failingChecks(clause) === null) return null;
      const { file, journal } = readJudged(target.reportFolder(), clauses);
      return buildCards(file, journal.exchanges, loadReadings()).find((one) => one.clause === clause) ?? null;
    },
  };
}
