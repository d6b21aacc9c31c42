import { errorMessage } from '../../helpers/core/text.ts';
import type { WaiversFile } from '../../helpers/report/model/acceptances.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { Printer } from '../../helpers/report/terminal/printer.ts';
import type { ReportOptions } from '../../helpers/report/write.ts';
import { renderReports } from './render-reports.ts';
import { saveAcceptances } from './waivers.ts';

/** A journal that this run wrote and cannot read is no misuse: something was sent. */
export async function reportOnRun(
  folder: string,
  printer: Printer,
  accepted: WaiversFile,
  options: ReportOptions & { readonly stateFolder: string },
): Promise<VerdictFile> {
  try {
    saveAcceptances(folder, options.stateFolder, accepted);
    return await renderReports(folder, printer, options);
  } catch (error) {
    throw new Error(errorMessage(error), { cause: error });
  }
}
