type ReadOn = (value: unknown) => unknown;

const isPlainNumber = (value: unknown): value is string => typeof value === 'string' && /^-?\d{1,15}(\.\d{1,6})?$/.test(value);

const toNumber: ReadOn = (value) => (isPlainNumber(value) ? Number(value) : undefined);

/** Text that may begin with zeros, such as an account, is not read from a number: the number may have lost them. */
const readOnByWay: Readonly<Record<string, ReadOn>> = {
  'boolean-text': (value) => (typeof value === 'boolean' ? String(value) : undefined),
  boolean: (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
  // Another key than those shown raises a question, and hides no value.
  'listed-keys': (value) => value,
  'numeric-text': (value) => (typeof value === 'number' && value >= 0 && Number.isInteger(value) ? String(value) : undefined),
  integer: toNumber,
  number: toNumber,
  mobile: toNumber,
};

/**
 * What a value of the wrong type evidently says, as the type its schema asks for; undefined where it says nothing certain.
 * Its type is accused once, and what comes behind it is judged by what it says (reading 10).
 */
export const readEvident = (way: string, value: unknown): unknown => readOnByWay[way]?.(value);
