import { toOddList } from './odd.ts';

/** Values of another type than in the document (F1). */
export const otherKinds = toOddList({
  null: 'null',
  true: 'true',
  false: 'false',
  'the text true': '"true"',
  'an empty text': '""',
  'a blank': '" "',
  zero: '0',
  one: '1',
  'minus one': '-1',
  'a decimal': '1.5',
  'an empty object': '{}',
  'an empty array': '[]',
  'the text in an array': '["{text}"]',
  'the text in an object': '{"value":"{text}"}',
  'an array of null': '[null]',
  'a nested array': '[[["{text}"]]]',
});
