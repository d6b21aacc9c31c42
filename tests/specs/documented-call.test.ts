import { describe, expect, test } from 'vitest';
import { documentedCall, pathNames } from '../../specs/documented-call.ts';
import type { Operation } from '../../specs/operation.ts';
import { invoice, operationById, operations, sendOtp, senderDetail } from '../../specs/operations.ts';
import { schemaFile } from '../schemas/files.ts';

const every: readonly Operation[] = operations;

/** A value for each name of any operation, except those that its form sets. */
const buildValues = (operation: Operation): Readonly<Record<string, string>> => {
  const paths = [operation.path, ...Object.values(operation.forms).flatMap(({ path }) => path ?? [])];
  const queries = [operation.query, ...Object.values(operation.forms).map(({ query }) => query ?? [])].flat();
  const names = [...paths.flatMap(pathNames), ...queries, ...operation.fields];
  return { ...Object.fromEntries(names.map((name) => [name, `the ${name}`])), consent: 'NONE' };
};

const forms = every.flatMap((operation) => Object.entries(operation.forms).map(([name, form]) => ({ operation, name, form })));

describe('the fields of an operation', () => {
  test.each(every.filter(({ payload }) => payload !== null))('$id has those of its payload schema', ({ payload, fields }) => {
    const properties = schemaFile(payload ?? '')['properties'];
    const named = Object.keys(typeof properties === 'object' && properties !== null ? properties : {});
    expect(named.length).toBeGreaterThan(0);
    expect([...fields].sort()).toEqual(named.sort());
  });

  test('an operation without a payload has none', () => {
    expect(every.filter(({ payload, fields }) => payload === null && fields.length > 0)).toEqual([]);
  });
});

describe('a documented call', () => {
  test.each(forms.map(({ operation, name, form }) => ({ id: operation.id, operation, name, form })))(
    '$id as $name fills every name of path, query and payload',
    ({ operation, name, form }) => {
      const call = documentedCall(operation, name, buildValues(operation));
      const path = form.path ?? operation.path;
      expect(call.template).toBe(form.path);
      expect(Object.keys(call.path)).toEqual(pathNames(path));
      expect(Object.keys(call.query)).toEqual(form.query ?? operation.query);
      expect(Object.keys(call.payload ?? {})).toEqual(operation.fields);
      expect(call.consent).toBe(operation.consent === 'required' ? 'NONE' : undefined);
      const placed = { ...call.payload, ...call.path, ...call.query };
      expect(placed).toMatchObject(Object.fromEntries(Object.entries(form.values ?? {}).filter(([key]) => key in placed)));
      expect(Object.keys(form.values ?? {}).filter((key) => !(key in placed))).toEqual([]);
    },
  );

  test('the fixed value of a form wins over a passed value', () => {
    expect(documentedCall(operationById('OP-1'), 'subAgent', { userType: 'customer', mobile: '1' }).path).toEqual({
      userType: 'subAgent',
      mobile: '1',
    });
  });

  test('ids are texts in an address, and keep their type in a payload', () => {
    expect(documentedCall(invoice, 'only', { invoiceId: 7, subAgentTagId: 'a' }).path).toEqual({ invoiceId: '7' });
    expect(documentedCall(sendOtp, 'only', { object: 9_999_999_999 }).payload).toEqual({ object: 9_999_999_999 });
  });

  test('no consent is made up', () => {
    expect(documentedCall(senderDetail, 'only', { senderId: 'a', subAgentTagId: 'b' })).not.toHaveProperty('consent');
  });

  test('an error names an unknown form and the known forms', () => {
    expect(() => documentedCall(operationById('OP-13'), 'maybe', {})).toThrow('expected a form of OP-13 (true, false), received maybe');
  });

  test('an error names a missing value and its operation', () => {
    const calling = (): unknown => documentedCall(invoice, 'only', { subAgentTagId: 'a' });
    expect(calling).toThrow('expected a value invoiceId for a call of OP-11, received none: add it to the values');
  });
});
