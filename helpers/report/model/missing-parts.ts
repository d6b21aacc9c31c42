import type { MergeRecord } from '../../core/records/journal-lines.ts';

/** The cause of checks that parts of a split run were to try which were not merged. */
export const missingPartCause = 'missing-part';

/** `parts 2 and 5 of 8 are missing`. Plain numbers could be read as a count. */
export function describeMissingParts({ missing, of }: Pick<MergeRecord, 'missing' | 'of'>): string {
  const last = missing.at(-1);
  if (missing.length < 2) return `part ${last} of ${of} is missing`;
  return `parts ${missing.slice(0, -1).join(', ')} and ${last} of ${of} are missing`;
}

export const isAboutMissingParts = (reason: string): boolean => /^parts? \d[\d, and]* of \d+ (?:is|are) missing$/.test(reason);
