import type { Operation } from '../../../specs/operation.ts';

/** Calls that leave something behind, or need a code. */
const needsPermission = ({ effect, consent, id }: Operation): boolean => effect !== 'none' || consent === 'required' || id === 'OP-14';

export const isPermitted = (operation: Operation, fuzzEffects: boolean): boolean => fuzzEffects || !needsPermission(operation);
