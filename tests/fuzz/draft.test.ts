import { expect, test } from 'vitest';
import { buildCall, createDraft, applyEdit } from '../../helpers/fuzz/cases/draft.ts';
import { operationById } from '../../specs/operations.ts';

const draft = createDraft(
  operationById('OP-9'),
  { path: { sessionId: 's' }, payload: { amount: 12.5, remarks: 'a "b"', options: { geoTag: 'here' } } },
  { otp: '123456' },
);

const written = (path: readonly string[], lexeme: string): unknown =>
  buildCall(applyEdit(draft, { on: 'payload', do: 'set', path, lexeme })).rawBody;

test.each([
  [['remarks'], `"{text}'"`, String.raw`{"amount":12.5,"remarks":"a \"b\"'","options":{"geoTag":"here"}}`],
  [['amount'], '" {text}"', String.raw`{"amount":" 12.5","remarks":"a \"b\"","options":{"geoTag":"here"}}`],
  [['options', 'geoTag'], '["{text}"]', String.raw`{"amount":12.5,"remarks":"a \"b\"","options":{"geoTag":["here"]}}`],
  [['options', 'geoTag'], '"{text:escaped}"', String.raw`{"amount":12.5,"remarks":"a \"b\"","options":{"geoTag":"her\u0065"}}`],
  [['remarks'], '"{otp:arabic}"', String.raw`{"amount":12.5,"remarks":"١٢٣٤٥٦","options":{"geoTag":"here"}}`],
])('the text that stood there is part of an odd value: %s as %s', (path, lexeme, body) => {
  expect(written(path, lexeme)).toBe(body);
});
