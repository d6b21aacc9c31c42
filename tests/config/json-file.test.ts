import { expect, test } from 'vitest';
import { describeInvalidJson, readJsonFile } from '../../helpers/config/json-file.ts';

test.each([
  ['a comma too many', '{\n "a": 1,\n}', 3],
  ['a comma too few', '{\n"a": 1\n"b": 2}', 3],
  ['single quotation marks', "{\n'a': 1}", 2],
  ['a comment', '{\n"a": 1, // why\n"b": 2\n}', 2],
  ['a word that is no value', '{\n "a": 1,\n "b": yes\n}', 3],
  ['the same word before, within a text', '{\n "a": "yes",\n "b": [1, 2, 3, 4, 5, 6, 7, 8, 9],\n "c": yes\n}', 4],
  ['an end too early', '{\n"a": [1,\n', 3],
  ['nothing', '', 1],
])('JSON with %s is told by its line', (_, text, line) => {
  expect(describeInvalidJson(text)).toMatch(new RegExp(`^invalid JSON at line ${line} \\([^\\n]+\\); correct that line$`));
});

test('valid JSON has no problem, and a file that is not there has one', () => {
  expect(describeInvalidJson('{"a": [1, null]}')).toBeNull();
  expect(readJsonFile('/dev/null/none.json').problem).toContain('expected a readable file, received an error');
});
