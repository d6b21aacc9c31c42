import type { Fault } from '../../catalog.ts';
import { faultTable, type FaultRow } from '../table.ts';

export type Dimension = 'address' | 'headers' | 'bytes' | 'json' | 'payload' | 'consent';

export interface CampaignRow extends FaultRow {
  on: readonly string[];
  dimension: Dimension;
  /** The clause whose checks send these calls, where it is not the broken clause. */
  triedBy?: string;
  /** More checks that can notice it. */
  also?: readonly string[];
}

function toFaultRow({ on, dimension, triedBy, also = [], ...row }: CampaignRow): FaultRow {
  const clause = triedBy ?? [...(row.breaks ?? []), ...(row.warns ?? [])][0] ?? '';
  return { ...row, fuzz: { chapters: [...on.map((operation) => `${clause}~fuzz-${dimension}-${operation}`), ...also] } };
}

export const campaignTable = (rows: readonly CampaignRow[]): Fault[] => faultTable({ prefix: 'fuzz-' }, rows.map(toFaultRow));
