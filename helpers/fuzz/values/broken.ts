import { toOddList } from './odd.ts';

export const brokenValues = toOddList({
  NaN: 'NaN',
  Infinity: 'Infinity',
  'minus Infinity': '-Infinity',
  'a plus sign': '+1',
  'no digit before the point': '.5',
  'no digit behind the point': '5.',
  'a leading zero': '01',
  'a hexadecimal number': '0x10',
  'a number with underscores': '1_000',
  'a decimal comma in place of the point': '1,5',
  'no quotes': 'abc',
  'single quotes': "'abc'",
  'half a word': 'tru',
  'another case': 'TRUE',
  'a broken escape': String.raw`"a\x41"`,
  'half an escape': String.raw`"a\u12"`,
  'a line feed inside a text': '"a\nb"',
  'a control inside a text': '"a\u0001b"',
  'no closing quote': '"abc',
  'a trailing comma in an array': '[1,]',
  'an array that does not end': '[1',
  nothing: '',
  undefined: 'undefined',
});

/** Bodies that are no JSON. `cut` first removes letters from the end of the payload. */
export const brokenBodies: readonly { readonly name: string; readonly template: string; readonly cut?: number }[] = [
  { name: 'cut by one', template: '{json}', cut: 1 },
  { name: 'cut by two', template: '{json}', cut: 2 },
  { name: 'cut by five', template: '{json}', cut: 5 },
  { name: 'cut by ten', template: '{json}', cut: 10 },
  { name: 'a trailing comma', template: '{json},}', cut: 1 },
  { name: 'a comma behind it', template: '{json},' },
  { name: 'one brace more', template: '{json}}' },
  { name: 'letters behind it', template: '{json}abc' },
  { name: 'letters before it', template: 'abc{json}' },
  { name: 'twice', template: '{json}{json}' },
  { name: 'twice on two lines', template: '{json}\n{json}' },
  { name: 'a comment before it', template: '/* comment */{json}' },
  { name: 'a comment behind it', template: '{json}// comment' },
  { name: 'one brace', template: '{' },
  { name: 'one quote', template: '"' },
  { name: 'no JSON at all', template: 'amount=1&to=2' },
  { name: 'XML', template: '<payload/>' },
  { name: 'NUL behind it', template: '{json}\u0000' },
  { name: 'a hard blank before it', template: '\u00a0{json}' },
  { name: 'a word no one knows', template: 'nil' },
];

/** Bodies that are JSON all the same, or whose encoding the document leaves open (reading 5). */
export const oddBodies: readonly {
  readonly name: string;
  readonly template: string;
  readonly encoding?: 'utf16le' | 'utf16be' | 'utf32le' | 'latin1' | 'gzip';
}[] = [
  { name: 'a byte order mark', template: '\ufeff{json}' },
  { name: 'blanks around it', template: ' \r\n\t{json}\n\n ' },
  { name: 'an empty body', template: '' },
  { name: 'blanks alone', template: '   ' },
  { name: 'UTF-16, little end first', template: '{json}', encoding: 'utf16le' },
  { name: 'UTF-16, big end first', template: '{json}', encoding: 'utf16be' },
  { name: 'UTF-32', template: '{json}', encoding: 'utf32le' },
  { name: 'a letter in Latin-1', template: '{json} \u00e9', encoding: 'latin1' },
  { name: 'compressed', template: '{json}', encoding: 'gzip' },
  { name: 'a list in a list, 100 deep', template: '{{[*100}}{{]*100}}' },
  { name: 'a list in a list, 1000 deep', template: '{{[*1000}}{{]*1000}}' },
  { name: 'a list in a list, 10000 deep', template: '{{[*10000}}{{]*10000}}' },
  { name: 'an object in an object, 1000 deep', template: '{{{"a":*1000}}1{{}*1000}}' },
  { name: 'a thousand keys', template: '{{{"a":1,"b":[*300}}1{{]}*300}}' },
];
