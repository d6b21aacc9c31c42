import { isUuid } from './ids.ts';

/** Values that belong to no one: well-formed and clearly artificial. */
export const unknownValues = {
  uuid: '00000000-0000-4000-8000-000000000404',
  /** Near the largest 64-bit id, which no counter reaches; a double prints the same digits. */
  number: '9223372036854000000',
  mobile: '9990000000',
} as const;

/**
 * The same UUID with another last digit, which was never issued: a service that compares any shorter beginning takes it. Ids of another form
 * may be counted, so that another end is the id of somebody else: an artificial UUID stands for them.
 */
export const changeEnd = (id: string): string => (isUuid(id) ? id.slice(0, -1) + (id.endsWith('0') ? '1' : '0') : unknownValues.uuid);

/** No id and no account (an IBAN) has more characters. */
export const longestId = 34;
