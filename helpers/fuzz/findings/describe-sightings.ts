import { pluralize } from '../../core/text.ts';
import type { Finding } from './finding.ts';

/** `3 calls showed it, and so did each repetition (finding f-1f500ba929, seed 1).` */
export const describeSightings = ({ id, firmness, seen, seed }: Pick<Finding, 'id' | 'firmness' | 'seen' | 'seed'>): string =>
  `${pluralize(seen, 'call')} showed it, ${firmness === 'firm' ? 'and so did each repetition' : 'but not each repetition did'} (finding ${id}, seed ${seed}).`;
