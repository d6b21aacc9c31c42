import { resolve } from 'node:path';
import { errorMessage } from '../../helpers/core/text.ts';
import { openDrawer, type DrawReport } from '../../helpers/report/allure/drawer.ts';
import type { WaiversFile } from '../../helpers/report/model/acceptances.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { Printer } from '../../helpers/report/terminal/printer.ts';
import { saveAcceptances } from './waivers.ts';

type ReportOnRun = (
  printer: Printer,
  accepted: WaiversFile,
  options: { stateFolder: string; previous: string | null },
) => Promise<VerdictFile>;

export interface Reporting {
  /** Loads what writes reports, beside the run. */
  readonly prepare: () => void;
  readonly reportOnRun: ReportOnRun;
}

export function openReporting(folder: string): Reporting {
  let drawer: DrawReport | undefined;
  let loading: Promise<typeof import('./render-reports.ts')> | undefined;
  const draw = (): DrawReport => (drawer ??= openDrawer(resolve(folder)));
  const load = (): NonNullable<typeof loading> => (loading ??= import('./render-reports.ts'));
  return {
    prepare() {
      draw();
      // Who asks for the reports gets the error.
      load().catch(() => undefined);
    },
    /** A journal that this run wrote and cannot read is no misuse: something was sent. */
    async reportOnRun(printer, accepted, options) {
      try {
        saveAcceptances(folder, options.stateFolder, accepted);
        const { renderReports } = await load();
        return await renderReports(folder, printer, { ...options, draw: draw() });
      } catch (error) {
        throw new Error(errorMessage(error), { cause: error });
      }
    },
  };
}
