import { join, relative, resolve } from 'node:path';
import { decisionFiles, specificationPage } from '../../helpers/report/model/file-names.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { summaryLines } from '../../helpers/report/terminal/lines.ts';
import { stageLine } from '../../helpers/report/terminal/progress.ts';
import type { Printer } from '../../helpers/report/terminal/printer.ts';
import { writeReports, type ReportOptions } from '../../helpers/report/write.ts';
import { clauses } from '../../specs/clauses.ts';

/** A path that climbs is hard to read and to copy. */
function pathFromHere(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? resolve(path) : near;
}

export async function renderReports(
  folder: string,
  { progress, print, color, width }: Printer,
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
