import { readJournal } from '../../helpers/report/journal/journal.ts';
import { assembleVerdict } from '../../helpers/report/verdict/assemble.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { WaiversFile } from '../../helpers/report/model/acceptances.ts';
import { newFolder, writeSample, type Sample } from './sample.ts';

export function assembleFile(sample: Sample, file: WaiversFile = {}): VerdictFile {
  const folder = newFolder();
  writeSample(folder, sample);
  return assembleVerdict(readJournal(folder), sample.clauses, { file, passedBefore: {} });
}

/** Characters that no page, text or table may contain. */
export const illegal = /(?![\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\ufffe\uffff]/u;
