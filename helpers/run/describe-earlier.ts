import { pluralize } from '../core/text.ts';

/** How open transfers of earlier runs were found before a run. */
export interface EarlierTransfers {
  readonly asked: number;
  readonly ended: number;
  /** Older ones that were not asked about. */
  readonly left: number;
}

function describeAsked({ asked, ended }: EarlierTransfers): string {
  const all = `${pluralize(asked, 'transfer')} of ${asked === 1 ? 'an earlier run' : 'earlier runs'}`;
  if (ended === asked) return `${all} had ended`;
  return ended === 0 ? `${all} still open` : `${ended} of ${all} had ended`;
}

/** `1 transfer of an earlier run had ended` */
export const describeEarlier = (found: EarlierTransfers): string =>
  `${describeAsked(found)}${found.left === 0 ? '' : `, ${pluralize(found.left, 'older one was', 'older ones were')} not asked about`}`;
