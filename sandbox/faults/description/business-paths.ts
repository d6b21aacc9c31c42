import { faultTable } from '../table.ts';
import type { Fault } from '../../catalog.ts';
import { editPlaces, remove, moveParameter, operationPath, propertyPath, renameKeys, resultPath, set } from '../../description/edit.ts';
import type { Twist } from '../../http/exchange.ts';
import type { Json } from '../../http/json.ts';

const objects = '/uiObjects/endpoint/v3';
const wallet = '/wallet/endpoint/v3';

const text: Json = { type: 'string' };
const integer: Json = { type: 'integer', format: 'int64' };
const flag: Json = { type: 'boolean' };

const methodCalled = (path: string, wrong: string): Twist => editPlaces([['paths', path], renameKeys(() => wrong)]);

const displaced = (method: string, path: string, name: string, place: string): Twist =>
  editPlaces([operationPath(method, path, 'parameters'), moveParameter(name, place)]);

const methods = faultTable({ breaks: ['SWAGGER-BUSINESS-METHODS'] }, [
  { id: 'mpin-described-by-post', does: 'OP-12 is described with POST.', twist: methodCalled(`${objects}/sender/mpin/{senderId}`, 'post') },
  { id: 'invoice-described-by-post', does: 'OP-11 is described with POST.', twist: methodCalled(`${wallet}/invoice/{invoiceId}`, 'post') },
  {
    id: 'scheme-described-by-get',
    does: 'OP-8 is described with GET.',
    twist: methodCalled(`${wallet}/fundTransfer/securityScheme/{senderId}`, 'get'),
  },
]);

const parameters = faultTable({ breaks: ['SWAGGER-BUSINESS-PARAMETERS'] }, [
  {
    id: 'sub-agent-tag-in-header',
    does: 'OP-8 is described with subAgentTagId as a header.',
    twist: displaced('POST', `${wallet}/fundTransfer/securityScheme/{senderId}`, 'subAgentTagId', 'header'),
  },
  {
    id: 'consent-in-query',
    does: 'OP-6 is described with Consent in the query.',
    twist: displaced('GET', `${objects}/sender/{senderId}`, 'Consent', 'query'),
  },
  {
    id: 'balance-session-in-header',
    does: 'OP-14 is described with sessionId as a header.',
    twist: displaced('GET', `${wallet}/balance/{senderId}`, 'sessionId', 'header'),
  },
  {
    id: 'mobile-in-query',
    does: 'OP-1 is described with mobile in the query, its path variable undeclared.',
    twist: displaced('GET', `${objects}/onboarding/status/{userType}/{mobile}`, 'mobile', 'query'),
  },
]);

const types = faultTable({ breaks: ['SWAGGER-BUSINESS-TYPES'] }, [
  {
    id: 'old-user-described-as-boolean',
    does: 'isOldUser is described as a boolean.',
    twist: editPlaces([propertyPath('OnboardingStatus', 'isOldUser'), set(flag)]),
  },
  {
    id: 'tag-status-described-as-text',
    does: 'The status of a tag is described as a string.',
    twist: editPlaces([propertyPath('Tag', 'status'), set(text)]),
  },
  {
    id: 'invoice-id-described-as-integer',
    does: 'The invoiceId of OP-9 is described as an integer.',
    twist: editPlaces([propertyPath('FundTransferResult', 'invoiceId'), set(integer)]),
  },
  {
    id: 'invoice-id-described-as-text',
    does: 'The invoiceId of OP-10 is described as a string.',
    twist: editPlaces([propertyPath('TransactionStatus', 'invoiceId'), set(text)]),
  },
  {
    id: 'beneficiary-id-described-as-text',
    does: 'The beneficiaryId of OP-7 is described as a string.',
    twist: editPlaces([propertyPath('BeneficiaryId', 'beneficiaryId'), set(text)]),
  },
  {
    id: 'amount-described-as-text',
    does: 'The amount of the payload of OP-9 is described as a string.',
    twist: editPlaces([propertyPath('FundTransferRequest', 'amount'), set(text)]),
  },
  {
    id: 'account-described-as-number',
    does: 'The accountNo of the payload of OP-7 is described as an integer.',
    twist: editPlaces([propertyPath('BeneficiaryRequest', 'accountNo'), set(integer)]),
  },
  {
    id: 'sources-described-as-numbers',
    does: 'The sources of OP-2 are described as an array of integers.',
    twist: editPlaces([propertyPath('ApiResponse«List«string»»', 'result'), set({ type: 'array', items: integer })]),
  },
  {
    id: 'wallets-described-as-one',
    does: 'OP-15 is described with one wallet instead of an array.',
    twist: editPlaces([propertyPath('ApiResponse«List«AgentWallet»»', 'result'), set({ $ref: '#/definitions/AgentWallet' })]),
  },
  {
    id: 'beneficiaries-described-as-map',
    does: 'The beneficiaries of OP-6 are described as a map.',
    twist: editPlaces([
      propertyPath('SenderDetail', 'beneficiaries'),
      set({ type: 'object', additionalProperties: { $ref: '#/definitions/Beneficiary' } }),
    ]),
  },
  {
    id: 'code-described-as-text',
    does: 'The code of every envelope is described as a string.',
    twist: editPlaces([propertyPath('Status', 'code'), set(text)]),
  },
  {
    id: 'invoice-described-as-text',
    does: 'The answer of OP-11 is described as a string.',
    twist: editPlaces([resultPath('GET', `${wallet}/invoice/{invoiceId}`), set(text)]),
  },
  {
    id: 'statuses-described-otherwise',
    does: 'The status of OP-10 is described as one of SUCCESS and FAILURE.',
    twist: editPlaces([propertyPath('TransactionStatus', 'status'), set({ type: 'string', enum: ['SUCCESS', 'FAILURE'] })]),
  },
]);

const presence = faultTable({ warns: ['SWAGGER-BUSINESS-PRESENT'] }, [
  {
    id: 'undescribed-invoice',
    does: 'OP-11 is not described while the others are.',
    twist: editPlaces([['paths', `${wallet}/invoice/{invoiceId}`], remove]),
  },
  {
    id: 'activation-path-corrected',
    does: 'OP-13 is described under a path that spells beneficiary right.',
    twist: editPlaces([['paths'], renameKeys((path) => path.replace('beneficary', 'beneficiary'))]),
  },
]);

/** Business paths that are described, and wrongly. */
export const descriptionBusinessFaults: Fault[] = [...methods, ...parameters, ...types, ...presence];
