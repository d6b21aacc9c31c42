import { describe, expect, test } from 'vitest';
import { createShapeOnlyTest, toBodyShape } from '../../helpers/redaction/body-shape.ts';
import { openRedactor } from '../../helpers/redaction/redactor.ts';
import { exchange, KEY } from './redacting.ts';

const outline = (text: string): string => toBodyShape({ text, encoding: 'utf8' }).text;

describe('the shape of a body', () => {
  test.each([
    ['{"a":"x","b":{"c":[1,true,null,"y"]}}', '{"a":"text","b":{"c":["number","boolean","null","text"]}}'],
    ['"artificial"', '"text"'],
    ['17', '"number"'],
    ['', ''],
    ['artificial text', '15 characters of text'],
    ['{"a":"cut', '9 characters of text'],
  ])('of %s holds key names and types alone', (text, expected) => {
    expect(outline(text)).toBe(expected);
  });

  test('of octets is their count', () => {
    expect(toBodyShape({ text: Buffer.from([0xff, 0xfe, 0x00]).toString('base64'), encoding: 'base64' })).toEqual({
      text: '3 bytes',
      encoding: 'utf8',
    });
  });

  test('of a deep answer has a limit', () => {
    expect(outline('['.repeat(5000) + '"artificial"' + ']'.repeat(5000))).toMatch(/^\[+"deeper"\]+$/);
  });
});

test('only operational answers outside the sandbox are reduced to it', () => {
  const subjects = ['ACTUATOR', 'ERROR', 'SERVICE', 'OP-1', 'TOKEN', 'SWAGGER', null] as const;
  expect(subjects.filter(createShapeOnlyTest({ own: false }))).toEqual(['ACTUATOR', 'ERROR', 'SERVICE']);
  expect(subjects.filter(createShapeOnlyTest({ own: false }))).toEqual(['ACTUATOR', 'ERROR', 'SERVICE']);
  expect(subjects.filter(createShapeOnlyTest({ own: true }))).toEqual([]);
});

test('the redactor writes the shape, learns nothing from its types, and redacts the headers', () => {
  const redactor = openRedactor(KEY, createShapeOnlyTest({ own: false }));
  const line = redactor.line(
    exchange('ACTUATOR', { received: [['Set-Cookie', 'id=artificial-cookie']], response: '{"password":"artificial-inner","account":"x"}' }),
  );
  expect(line).not.toMatch(/artificial-(cookie|inner)/);
  expect(line).toContain('{\\"password\\":\\"text\\",\\"account\\":\\"text\\"}');
  expect(redactor.text('a text, and a message "text"')).toBe('a text, and a message "text"');
  expect(redactor.line(exchange('OP-1', { response: '{"remark":"artificial-inner"}' }))).toContain('artificial-inner');
});
