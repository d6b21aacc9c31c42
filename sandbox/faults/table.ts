import type { Fault } from '../catalog.ts';

export interface FaultRow extends Partial<Fault> {
  /** Public and permanent. Without `id` the sentence makes the id, so that sentence must never change. */
  id?: string;
  does: string;
  /** Run only the checks that try its clauses in this way. */
  way?: string;
}

/** What all rows of a table share; a row may override it. */
interface Shared extends Omit<Partial<FaultRow>, 'id' | 'does'> {
  prefix?: string;
}

const slug = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replace('op-', 'op')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

export const faultTable = ({ prefix = '', ...shared }: Shared, rows: readonly FaultRow[]): Fault[] =>
  rows.map((row) => {
    const { way, ...fault } = { breaks: [], ...shared, ...row, id: `${prefix}${row.id ?? slug(row.does)}` };
    if (way === undefined) return fault;
    return { ...fault, checks: [...fault.breaks, ...(fault.warns ?? [])].map((clause) => `${clause}~${way}`) };
  });
