import { faultTable } from '../table.ts';
import type { Fault } from '../../catalog.ts';
import { flagSchema, listSchema, longSchema, schemaRef, textSchema } from '../../description/definitions.ts';
import { editPlaces, removeValue, displaceParameter, propertyPath, renameKeys, resultPath, setTo } from '../../description/edit.ts';
import type { Twist } from '../../http/exchange.ts';

const objects = '/uiObjects/endpoint/v3';
const wallet = '/wallet/endpoint/v3';

const renameMethod = (path: string, wrong: string): Twist => editPlaces([['paths', path], renameKeys(() => wrong)]);

const methodFaults = faultTable({ breaks: ['SWAGGER-BUSINESS-METHODS'] }, [
  { id: 'mpin-described-by-post', does: 'OP-12 is described with POST.', twist: renameMethod(`${objects}/sender/mpin/{senderId}`, 'post') },
  { id: 'invoice-described-by-post', does: 'OP-11 is described with POST.', twist: renameMethod(`${wallet}/invoice/{invoiceId}`, 'post') },
  {
    id: 'scheme-described-by-get',
    does: 'OP-8 is described with GET.',
    twist: renameMethod(`${wallet}/fundTransfer/securityScheme/{senderId}`, 'get'),
  },
]);

const parameterFaults = faultTable({ breaks: ['SWAGGER-BUSINESS-PARAMETERS'] }, [
  {
    id: 'sub-agent-tag-in-header',
    does: 'OP-8 is described with subAgentTagId as a header.',
    twist: displaceParameter('POST', `${wallet}/fundTransfer/securityScheme/{senderId}`, 'subAgentTagId', 'header'),
  },
  {
    id: 'consent-in-query',
    does: 'OP-6 is described with Consent in the query.',
    twist: displaceParameter('GET', `${objects}/sender/{senderId}`, 'Consent', 'query'),
  },
  {
    id: 'balance-session-in-header',
    does: 'OP-14 is described with sessionId as a header.',
    twist: displaceParameter('GET', `${wallet}/balance/{senderId}`, 'sessionId', 'header'),
  },
  {
    id: 'mobile-in-query',
    does: 'OP-1 is described with mobile in the query, its path variable undeclared.',
    twist: displaceParameter('GET', `${objects}/onboarding/status/{userType}/{mobile}`, 'mobile', 'query'),
  },
]);

const typeFaults = faultTable({ breaks: ['SWAGGER-BUSINESS-TYPES'] }, [
  {
    id: 'old-user-described-as-boolean',
    does: 'isOldUser is described as a boolean.',
    twist: editPlaces([propertyPath('OnboardingStatus', 'isOldUser'), setTo(flagSchema)]),
  },
  {
    id: 'tag-status-described-as-text',
    does: 'The status of a tag is described as a string.',
    twist: editPlaces([propertyPath('Tag', 'status'), setTo(textSchema)]),
  },
  {
    id: 'invoice-id-described-as-integer',
    does: 'The invoiceId of OP-9 is described as an integer.',
    twist: editPlaces([propertyPath('FundTransferResult', 'invoiceId'), setTo(longSchema)]),
  },
  {
    id: 'invoice-id-described-as-text',
    does: 'The invoiceId of OP-10 is described as a string.',
    twist: editPlaces([propertyPath('TransactionStatus', 'invoiceId'), setTo(textSchema)]),
  },
  {
    id: 'beneficiary-id-described-as-text',
    does: 'The beneficiaryId of OP-7 is described as a string.',
    twist: editPlaces([propertyPath('BeneficiaryId', 'beneficiaryId'), setTo(textSchema)]),
  },
  {
    id: 'amount-described-as-text',
    does: 'The amount of the payload of OP-9 is described as a string.',
    twist: editPlaces([propertyPath('FundTransferRequest', 'amount'), setTo(textSchema)]),
  },
  {
    id: 'account-described-as-number',
    does: 'The accountNo of the payload of OP-7 is described as an integer.',
    twist: editPlaces([propertyPath('BeneficiaryRequest', 'accountNo'), setTo(longSchema)]),
  },
  {
    id: 'sources-described-as-numbers',
    does: 'The sources of OP-2 are described as an array of integers.',
    twist: editPlaces([propertyPath('ApiResponse«List«string»»', 'result'), setTo(listSchema(longSchema))]),
  },
  {
    id: 'wallets-described-as-one',
    does: 'OP-15 is described with one wallet instead of an array.',
    twist: editPlaces([propertyPath('ApiResponse«List«AgentWallet»»', 'result'), setTo(schemaRef('AgentWallet'))]),
  },
  {
    id: 'beneficiaries-described-as-map',
    does: 'The beneficiaries of OP-6 are described as a map.',
    twist: editPlaces([
      propertyPath('SenderDetail', 'beneficiaries'),
      setTo({ type: 'object', additionalProperties: schemaRef('Beneficiary') }),
    ]),
  },
  {
    id: 'code-described-as-text',
    does: 'The code of every envelope is described as a string.',
    twist: editPlaces([propertyPath('Status', 'code'), setTo(textSchema)]),
  },
  {
    id: 'invoice-described-as-text',
    does: 'The answer of OP-11 is described as a string.',
    twist: editPlaces([resultPath('GET', `${wallet}/invoice/{invoiceId}`), setTo(textSchema)]),
  },
  {
    id: 'statuses-described-otherwise',
    does: 'The status of OP-10 is described as one of SUCCESS and FAILURE.',
    twist: editPlaces([propertyPath('TransactionStatus', 'status'), setTo({ type: 'string', enum: ['SUCCESS', 'FAILURE'] })]),
  },
]);

const presenceFaults = faultTable({ warns: ['SWAGGER-BUSINESS-PRESENT'] }, [
  {
    id: 'undescribed-invoice',
    does: 'OP-11 is not described while the others are.',
    twist: editPlaces([['paths', `${wallet}/invoice/{invoiceId}`], removeValue]),
  },
  {
    id: 'activation-path-corrected',
    does: 'OP-13 is described under a path that spells beneficiary right.',
    twist: editPlaces([['paths'], renameKeys((path) => path.replace('beneficary', 'beneficiary'))]),
  },
]);

export const descriptionBusinessPathFaults: Fault[] = [...methodFaults, ...parameterFaults, ...typeFaults, ...presenceFaults];
