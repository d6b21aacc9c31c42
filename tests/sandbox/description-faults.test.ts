import { describe, expect, test } from 'vitest';
import { descriptionBusinessPathFaults } from '../../sandbox/faults/description/business-paths.ts';
import { descriptionOperationalPathFaults } from '../../sandbox/faults/description/operational-paths.ts';
import { descriptionDocumentFaults } from '../../sandbox/faults/description/document.ts';
import type { Json } from '../../sandbox/http/json.ts';
import { at, description, differences } from './support/served-description.ts';

const faults = [...descriptionDocumentFaults, ...descriptionOperationalPathFaults, ...descriptionBusinessPathFaults];

const honest = await description({});
const grouped = await description({ policy: { description: { groups: true } } });

const text = { type: 'string' };
const integer = { type: 'integer', format: 'int64' };
const missing = undefined;

const actuator = 'paths /actuator';
const objects = 'paths /uiObjects/endpoint/v3';
const wallet = 'paths /wallet/endpoint/v3';

const parameter = (place: string, name: string): Json => ({ name, in: place, required: true, type: 'string' });

/** The expected differences from the honest description, and no others, with the values there. */
const SEEN: Record<string, Record<string, Json | undefined>> = {
  'swagger-1-2': { swagger: '1.2' },
  'swagger-unnamed': { swagger: missing },
  'description-2-0': { 'info version': '2.0' },
  'description-without-version': { 'info version': missing },
  'operations-group-marked-3': { 'info version': '3.0' },
  'undescribed-features': { [`${actuator}/features`]: missing },
  'undescribed-links': { [actuator]: missing },
  'undescribed-delete-env': { [`${actuator}/env delete`]: missing },
  'undescribed-set-level': { [`${actuator}/loggers/{name} post`]: missing },
  'undescribed-error': { 'paths /error': missing },
  'undescribed-error-patch': { 'paths /error patch': missing },
  'undescribed-error-head': { 'paths /error head': missing, 'paths /error options': missing },
  'undescribed-service': { 'paths /service/{servicename}': missing },
  'undescribed-403': { [`${actuator}/beans get responses 403`]: missing },
  'undescribed-404-of-a-metric': { [`${actuator}/metrics/{requiredMetricName} get responses 404`]: missing },
  'undescribed-401-of-delete': { [`${actuator}/env delete responses 401`]: missing },
  'to-match-in-query': { [`${actuator}/env/{toMatch} get parameters 1`]: parameter('query', 'toMatch') },
  'logger-name-in-header': { [`${actuator}/loggers/{name} post parameters 1`]: parameter('header', 'name') },
  'format-in-query': { [`${actuator}/routes/{format} get parameters 1`]: parameter('query', 'format') },
  'service-name-in-query': { 'paths /service/{servicename} get parameters 0': parameter('query', 'servicename') },
  'beans-described-in-xml': { [`${actuator}/beans get produces`]: ['application/xml'] },
  'heapdump-described-as-json': { [`${actuator}/heapdump get produces`]: ['application/json'] },
  'env-described-as-text': { [`${actuator}/env post produces`]: ['text/plain'] },
  'refresh-takes-a-form': { [`${actuator}/refresh post consumes`]: ['application/x-www-form-urlencoded'] },
  'info-described-by-the-document': { [`${actuator}/info get produces`]: missing, produces: ['application/xml'] },
  'beans-described-as-text': { [`${actuator}/beans get responses 200 schema`]: text },
  'metrics-described-as-list': { [`${actuator}/metrics get responses 200 schema`]: { type: 'array', items: text } },
  'env-reset-described-as-number': { [`${actuator}/env delete responses 200 schema`]: { type: 'number' } },
  'links-described-as-list': { [`${actuator} get responses 200 schema`]: { type: 'array', items: { $ref: '#/definitions/Link' } } },
  'href-described-as-number': { 'definitions Link properties href': integer },
  'templated-described-as-text': { 'definitions Link properties templated': text },
  'error-described-as-list': { 'paths /error get responses 200 schema': { type: 'array', items: { type: 'object' } } },
  'service-described-as-object': { 'paths /service/{servicename} get responses 200 schema': { type: 'object' } },
  'beans-lead-nowhere': { [`${actuator}/beans get responses 200 schema`]: { $ref: '#/definitions/Beans' } },
  'link-not-defined': { 'definitions Link': missing },
  'status-not-defined': { 'definitions Status': missing },
  'no-definitions': { definitions: missing },
  'described-in-the-other-media-type': { [`${actuator}/health get produces`]: ['application/vnd.service.actuator.v2+json'] },
  'service-described-in-json': { 'paths /service/{servicename} get produces': ['application/json'] },
  'info-described-without-200': { [`${actuator}/info get responses 200`]: missing },
  'health-described-with-a-number': {
    [`${actuator}/health get responses 200 schema`]: { $ref: '#/definitions/Health' },
    'definitions Health': { type: 'object', properties: { status: integer }, required: ['status'] },
  },
  'sub-agent-tag-in-header': {
    [`${wallet}/fundTransfer/securityScheme/{senderId} post parameters 1`]: parameter('header', 'subAgentTagId'),
  },
  'consent-in-query': { [`${objects}/sender/{senderId} get parameters 2`]: parameter('query', 'Consent') },
  'balance-session-in-header': { [`${wallet}/balance/{senderId} get parameters 2`]: parameter('header', 'sessionId') },
  'mobile-in-query': { [`${objects}/onboarding/status/{userType}/{mobile} get parameters 1`]: parameter('query', 'mobile') },
  'old-user-described-as-boolean': { 'definitions OnboardingStatus properties isOldUser': { type: 'boolean' } },
  'tag-status-described-as-text': { 'definitions Tag properties status': text },
  'invoice-id-described-as-integer': { 'definitions FundTransferResult properties invoiceId': integer },
  'invoice-id-described-as-text': { 'definitions TransactionStatus properties invoiceId': text },
  'beneficiary-id-described-as-text': { 'definitions BeneficiaryId properties beneficiaryId': text },
  'amount-described-as-text': { 'definitions FundTransferRequest properties amount': text },
  'account-described-as-number': { 'definitions BeneficiaryRequest properties accountNo': integer },
  'sources-described-as-numbers': { 'definitions ApiResponse«List«string»» properties result': { type: 'array', items: integer } },
  'wallets-described-as-one': { 'definitions ApiResponse«List«AgentWallet»» properties result': { $ref: '#/definitions/AgentWallet' } },
  'beneficiaries-described-as-map': {
    'definitions SenderDetail properties beneficiaries': { type: 'object', additionalProperties: { $ref: '#/definitions/Beneficiary' } },
  },
  'code-described-as-text': { 'definitions Status properties code': text },
  'invoice-described-as-text': { [`${wallet}/invoice/{invoiceId} get responses 200 schema`]: text },
  'statuses-described-otherwise': { 'definitions TransactionStatus properties status': { type: 'string', enum: ['SUCCESS', 'FAILURE'] } },
  'undescribed-invoice': { [`${wallet}/invoice/{invoiceId}`]: missing },
};

const MOVED: Record<string, [from: string, to: string]> = {
  'thread-dump-misspelled': [`${actuator}/threaddump`, `${actuator}/dump`],
  'service-described-as-post': ['paths /service/{servicename} get', 'paths /service/{servicename} post'],
  'mpin-described-by-post': [`${objects}/sender/mpin/{senderId} put`, `${objects}/sender/mpin/{senderId} post`],
  'invoice-described-by-post': [`${wallet}/invoice/{invoiceId} get`, `${wallet}/invoice/{invoiceId} post`],
  'scheme-described-by-get': [
    `${wallet}/fundTransfer/securityScheme/{senderId} post`,
    `${wallet}/fundTransfer/securityScheme/{senderId} get`,
  ],
  'activation-path-corrected': [`${objects}/sender/{senderId}/beneficary/{id}`, `${objects}/sender/{senderId}/beneficiary/{id}`],
};

/** For differences in many places: their number, and where they are. */
const WIDE: Record<string, [places: number, where: RegExp]> = {
  'undescribed-401': [30, /^paths \/actuator\S* (get|post|delete) responses 401 /],
  'undescribed-404': [5, /^paths \/actuator\S* post responses 404 /],
};

const found = (id: string): (typeof faults)[number] => faults.find((one) => one.id === id) ?? { id, does: '', breaks: [] };

/** The honest document and the one with the fault; with groups, the operational one. */
async function pair(id: string): Promise<[before: Json | undefined, after: Json | undefined]> {
  const fault = found(id);
  const place = fault.policy === undefined ? '/v2/api-docs' : '/v2/api-docs?group=operations';
  const before = fault.policy === undefined ? honest : grouped;
  return [before.documents.get(place), (await description(fault)).documents.get(place)];
}

const beside = (places: string[], before: Json | undefined, after: Json | undefined): string[] =>
  differences(before, after).filter((place) => !places.some((one) => `${place} `.startsWith(`${one} `)));

describe('a fault of the description shows in its own place and in no other', () => {
  test.each(Object.entries(SEEN))('%s', async (id, places) => {
    const [before, after] = await pair(id);
    for (const [place, value] of Object.entries(places)) {
      expect([place, at(after, place)]).toEqual([place, value]);
      expect(at(before, place)).not.toEqual(value);
    }
    expect(beside(Object.keys(places), before, after)).toEqual([]);
  });

  test.each(Object.entries(MOVED))('%s', async (id, [from, to]) => {
    const [before, after] = await pair(id);
    expect([at(before, to), at(after, from)]).toEqual([missing, missing]);
    expect(at(after, to)).toEqual(at(before, from));
    expect(beside([from, to], before, after)).toEqual([]);
  });

  test.each(Object.entries(WIDE))('%s', async (id, [places, where]) => {
    const seen = differences(...(await pair(id)));
    expect(seen).toHaveLength(places);
    expect(seen.filter((place) => !where.test(place))).toEqual([]);
  });

  test('no page for people', async () => {
    const served = [await description(found('no-swagger-page')), await description(found('swagger-page-broken'))];
    expect(served.map(({ page }) => page)).toEqual([404, 500]);
    expect(served.map(({ documents }) => documents)).toEqual([honest.documents, honest.documents]);
  });

  test('another format', async () => {
    const usual = await description(found('openapi-3-at-the-usual-place'));
    expect(at(usual.documents.get('/v2/api-docs'), 'openapi')).toBe('3.0.1');
    const alone = await description(found('openapi-3-alone'));
    expect([alone.page, alone.index, ...alone.documents.keys()]).toEqual([200, 404, '/v3/api-docs']);
  });

  test('none is left out', () => {
    const others = ['no-swagger-page', 'swagger-page-broken', 'openapi-3-at-the-usual-place', 'openapi-3-alone'];
    expect(faults.map(({ id }) => id).sort()).toEqual([...[SEEN, MOVED, WIDE].flatMap(Object.keys), ...others].sort());
  });
});
