import { toOddList } from './odd.ts';

/** Values for a part of the path or query; `{value}` is the original value. */
export const oddParts = toOddList({
  'an escaped NUL': '{value}%00',
  'an escaped NUL alone': '%00',
  'an escaped line feed': '{value}%0d%0ax:y',
  'a percent sign alone': '{value}%',
  'a broken escape': '{value}%zz',
  'an overlong escape': '{value}%c0%af',
  'bytes that are no UTF-8': '{value}%ff%fe',
  'an apostrophe': "{value}'",
  'an escaped apostrophe': '{value}%27',
  'an escaped quote': '{value}%22',
  'a query for a database': '{value}%27%20OR%20%271%27=%271',
  'an emoji': '{value}%F0%9F%98%80',
  'fullwidth digits': '%EF%BC%91%EF%BC%92%EF%BC%93',
  'a blank before it': '%20{value}',
  'a blank behind it': '{value}%20',
  'a plus sign': '%2b{value}',
  'a leading zero': '0{value}',
  'braces around it': '%7B{value}%7D',
  'the word null': 'null',
  'the word undefined': 'undefined',
  zero: '0',
  'minus one': '-1',
  'a decimal': '1.5',
  'an exponent': '1e3',
  '20 digits': '{{9*20}}',
  '40 digits': '{{9*40}}',
  'one letter': 'a',
  'one letter more': '{value}a',
  '300 letters': '{{a*300}}',
  '8000 letters': '{{a*8000}}',
  'twice itself': '{value}{value}',
  'upper case': '{value:upper}',
  'a star': '*',
  'an expression': '%24%7B7*7%7D',
});

/** Values that may lead to another address: the answer must only be no server error. */
export const detouringParts = toOddList({
  'an escaped slash': '{value}%2f',
  'an escaped backslash': '{value}%5c',
  'escaped dots': '%2e%2e',
  'escaped dots twice': '%252e%252e%252f',
  'dots and a semicolon': '..;',
  'a matrix parameter': '{value};a=b',
  'a suffix': '{value}.json',
  nothing: '',
});

export const detours = toOddList({
  'a slash behind it': '{path}/{query}',
  'two slashes before it': '/{path}{query}',
  'dots that lead back': '/x/..{path}{query}',
  'a fragment': '{path}{query}#x',
  'a question mark more': '{path}?{query}?',
  'an unknown segment': '{path}/more{query}',
});

export const unknownQueries: readonly (readonly [name: string, raw: string])[] = [
  ['fuzz', '1'],
  ['debug', 'true'],
  ['_method', 'DELETE'],
  ['fuzz%5B%5D', '1'],
  ['%00', '1'],
  ['fuzz', '{{a*8000}}'],
  ['%', '%'],
  ['', ''],
];
