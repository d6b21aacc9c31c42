import { formatCommand } from '../../config/environment.ts';
import type { RunHeader } from '../../core/records/journal-lines.ts';

/** What records that name no program were shown with, so that they still render as they were packed. */
const earlierProgram = 'npx dmt-conformance';

/** A command on the settings of a recorded run, wherever its report is rendered. */
export const formatRecordedCommand = ({ program = earlierProgram }: Pick<RunHeader, 'program'>, words: string): string =>
  formatCommand(words, program);
