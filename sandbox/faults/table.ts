import type { Fault } from '../catalog.ts';

/** A fault as its table lists it. */
export interface FaultRow extends Partial<Fault> {
  /** Public and permanent. A row without one takes it from its sentence, so that sentence must stay as it is. */
  id?: string;
  does: string;
  /** Alone the checks that try its clauses in this way are run. */
  way?: string;
}

/** What all rows of a table have in common; a row may say otherwise. */
interface Shared extends Omit<Partial<FaultRow>, 'id' | 'does'> {
  /** What every id begins with. */
  prefix?: string;
}

/** The words of a sentence with dashes between them, as ids are written. */
const slug = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replace('op-', 'op')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Rows as the faults that the sandbox runs and the proof judges. */
export const faultTable = ({ prefix = '', ...shared }: Shared, rows: readonly FaultRow[]): Fault[] =>
  rows.map((row) => {
    const { way, ...fault } = { breaks: [], ...shared, ...row, id: `${prefix}${row.id ?? slug(row.does)}` };
    if (way === undefined) return fault;
    return { ...fault, checks: [...fault.breaks, ...(fault.warns ?? [])].map((clause) => `${clause}~${way}`) };
  });
