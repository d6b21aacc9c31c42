import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, test } from 'vitest';
import { descriptionContentVariants } from '../../sandbox/variants/description-contents.ts';
import { descriptionPlaceVariants } from '../../sandbox/variants/description-places.ts';
import { descriptionWordingVariants } from '../../sandbox/variants/description-wording.ts';
import { field, isObject, type Json } from '../../sandbox/http/json.ts';
import { at, description, type Served } from './support/served-description.ts';

const honest = await description({});

const listNames = (value: Json | undefined): string[] => (isObject(value) ? Object.keys(value) : []);

/** Method and path of everything that all documents describe, without the names of path variables. */
function listOperations({ documents }: Served): string[] {
  const found = [...documents.values()].flatMap((document) => {
    const base = at(document, 'basePath');
    return listNames(at(document, 'paths')).flatMap((path) => {
      const full = `${typeof base === 'string' ? base : ''}${path}`.replaceAll(/\/+/g, '/').replace(/\/$/, '');
      const methods = listNames(field(at(document, 'paths'), path)).filter((name) => name !== 'parameters');
      return methods.map((method) => `${method} ${full.replaceAll(/\{\w+\}/g, '{}')}`);
    });
  });
  return [...new Set(found)].sort();
}

const closed = ['description-403'];
const dangling = ['description-dangling-elsewhere'];
const variants = [...descriptionPlaceVariants, ...descriptionWordingVariants, ...descriptionContentVariants];

describe('a legal description', () => {
  test.each(variants.filter(({ id }) => !closed.includes(id)))('$id has what the honest one has', async (variant) => {
    const served = await description(variant);
    const operations = listOperations(served);
    expect(served.page).toBe(200);
    expect(listOperations(honest).filter((one) => !operations.includes(one))).toEqual([]);
  });

  test.each(variants.filter(({ id }) => !closed.includes(id) && !dangling.includes(id)))(
    '$id has no dangling reference',
    async (variant) => {
      for (const document of (await description(variant)).documents.values()) {
        const parsable = document as unknown as Parameters<typeof SwaggerParser.dereference>[0];
        await expect(SwaggerParser.dereference(parsable)).resolves.toBeDefined();
      }
    },
  );

  test('may be forbidden', async () => {
    const served = await description(descriptionPlaceVariants.find(({ id }) => id === 'description-403') ?? {});
    expect([served.page, served.index, served.documents.size]).toEqual([403, 403, 0]);
  });
});

/** Where the variant shows; the place is empty where the document does not differ. */
const SHOWN: Record<string, [document: string, place: string, value: Json | undefined]> = {
  'description-oddly-named': ['/v2/api-docs?group=Alle Dienste für Partner', 'swagger', '2.0'],
  'description-with-base-paths': ['/v2/api-docs?group=wallet', 'basePath', '/wallet/endpoint/v3'],
  'business-group-marked-3': ['/v2/api-docs?group=business', 'info version', '3.0'],
  'description-without-base-path': ['/v2/api-docs', 'basePath', undefined],
  'description-of-another-host': ['/v2/api-docs', 'host', 'gateway.example:8443'],
  'description-renamed-models': ['/v2/api-docs', 'definitions EnvelopeOfTag properties result', { $ref: '#/definitions/Tag' }],
  'description-encoded-references': [
    '/v2/api-docs',
    'paths /wallet/endpoint/v3/invoice/{invoiceId} get responses 200 schema $ref',
    '#/definitions/ApiResponse%C2%ABInvoice%C2%BB',
  ],
  'description-renamed-variables': ['/v2/api-docs', 'paths /service/{servicenameValue} get parameters 0 name', 'servicenameValue'],
  'description-with-slashes': ['/v2/api-docs', 'paths /actuator/health/ get responses 200 schema type', 'object'],
  'description-with-declared-variables': ['/v2/api-docs', 'paths /actuator/env/{toMatch} get parameters 1 in', 'path'],
  'description-with-shared-parameters': ['/v2/api-docs', 'paths /wallet/endpoint/v3/balance/{senderId} parameters 0 name', 'senderId'],
  'description-composed': ['/v2/api-docs', 'definitions Tag allOf 0', { $ref: '#/definitions/TagFields' }],
  'description-with-extensions': ['/v2/api-docs', 'paths /error get x-owner', { team: 'testcase' }],
  'description-any-media': ['/v2/api-docs', 'paths /actuator/heapdump get produces', ['*/*']],
  'description-integers': ['/v2/api-docs', 'definitions Invoice properties amount', { type: 'integer' }],
  'description-without-formats': ['/v2/api-docs', 'definitions TransactionStatus properties invoiceId', { type: 'integer' }],
  'description-extra-paths': ['/v2/api-docs', 'paths /actuator/health/** get responses 200 description', 'OK'],
  'description-extra-statuses': ['/v2/api-docs', 'paths /error head responses default description', 'Other'],
  'description-dangling-elsewhere': ['/v2/api-docs', 'paths /error get responses 500 schema', { $ref: '#/definitions/Failure' }],
  'description-with-headers': ['/v2/api-docs', 'paths /uiObjects/endpoint/v3/paymentSource get parameters 1 name', 'request-time'],
  'description-strict': ['/v2/api-docs', 'definitions FundTransferRequest required 0', 'amount'],
  'description-mobile-as-integer': [
    '/v2/api-docs',
    'paths /uiObjects/endpoint/v3/onboarding/status/{userType}/{mobile} get parameters 1 type',
    'integer',
  ],
  'description-loose-results': ['/v2/api-docs', 'paths /actuator/heapdump get responses 200 schema', { type: 'string' }],
  'description-view-of-errors': ['/v2/api-docs', 'paths /error head responses 200 schema', { $ref: '#/definitions/ModelAndView' }],
};

test.each(Object.entries(SHOWN))('%s shows', async (id, [document, place, value]) => {
  const served = await description(variants.find((one) => one.id === id) ?? {});
  expect(at(served.documents.get(document), place)).toEqual(value);
  expect(at(honest.documents.get(document), place)).not.toEqual(value);
});
