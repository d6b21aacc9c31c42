import { join, relative, resolve } from 'node:path';
import { errorMessage } from '../../helpers/core/text.ts';
import type { WaiversFile } from '../../helpers/report/model/acceptances.ts';
import { decisionFiles, specificationPage } from '../../helpers/report/model/file-names.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { summaryLines } from '../../helpers/report/terminal/lines.ts';
import { stageLine } from '../../helpers/report/terminal/progress.ts';
import type { ReportDesk } from '../../helpers/report/terminal/report-desk.ts';
import { writeReports, type ReportOptions } from '../../helpers/report/write.ts';
import { clauses } from '../../specs/clauses.ts';
import { saveAcceptances } from './waivers.ts';

/** A path that climbs is hard to read and to copy. */
function pathFromHere(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? resolve(path) : near;
}

export async function renderReports(
  folder: string,
  { progress, print, color, width }: ReportDesk,
  options: ReportOptions,
): Promise<VerdictFile> {
  progress.show(stageLine('report', 'rendering'));
  const { file, page, changes, doubts, troubles } = await writeReports(folder, clauses, options);
  progress.keep('');
  const shown = {
    color,
    width,
    report: page === null ? null : pathFromHere(page),
    decision: pathFromHere(join(folder, decisionFiles.page)),
    map: pathFromHere(join(folder, specificationPage)),
    ...(relative('reports', folder) === '' ? {} : { folder: pathFromHere(folder) }),
    changes,
    doubts,
  };
  for (const line of summaryLines(file, shown)) print(line);
  for (const trouble of troubles) progress.keep(trouble);
  return file;
}

/** A journal that this run wrote and cannot read is no misuse: something was sent. */
export async function reportOnRun(
  folder: string,
  desk: ReportDesk,
  accepted: WaiversFile,
  options: ReportOptions & { readonly stateFolder: string },
): Promise<VerdictFile> {
  try {
    saveAcceptances(folder, options.stateFolder, accepted);
    return await renderReports(folder, desk, options);
  } catch (error) {
    throw new Error(errorMessage(error), { cause: error });
  }
}
