import { pluralize } from '../text.ts';

/*
 * Remarks behind a received answer, where a check tells more than the answer itself shows. Records keep answer and remark in one text.
 * Records of earlier releases hold these words, so a change of them must still read the old ones.
 */

const moreFindings = /, and (\d+ more findings?)$/;
const ending = /,? and [A-Z]+ in OP-10$/;

export const formatMoreFindings = (count: number): string => (count === 0 ? '' : `, and ${pluralize(count, 'more finding')}`);

/** How the transfer ended that the answer accepted. */
export const formatEnding = (status: string): string => ` and ${status} in OP-10`;

/** The answer accepted a transfer that went on. */
export const namesEnding = (received: string): boolean => ending.test(withoutMoreFindings(received));

/** `1 more finding`; null where there is none. */
export const findMoreFindings = (received: string): string | null => moreFindings.exec(received)?.[1] ?? null;

export const withoutMoreFindings = (received: string): string => received.replace(moreFindings, '');

export const withoutRemarks = (received: string): string => withoutMoreFindings(received).replace(ending, '');
