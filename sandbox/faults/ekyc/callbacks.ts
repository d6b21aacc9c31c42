import { API_CODES } from '../../http/codes.ts';
import { faultTable } from '../table.ts';
import { randomUUID } from 'node:crypto';
import type { CallbackTwist } from '../../service/callbacks.ts';
import {
  changeDeliveries,
  changeCallbackBody,
  changeCallbackHeaders,
  changeCallbackResult,
  withCallbackResult,
  type CallbackKind,
} from '../../twists/callbacks.ts';
import type { Fault } from '../../catalog.ts';
import { field, type Json } from '../../http/json.ts';
import { omit } from '../../twists/twists.ts';

const deliveryFaults = [
  ...faultTable({ breaks: ['CALLBACK-MEDIA-TYPE'] }, [
    {
      id: 'callback-labeled-text',
      does: 'Callbacks are JSON called text/plain.',
      callbackTwist: changeCallbackHeaders({ 'content-type': 'text/plain' }),
    },
    {
      id: 'callback-is-a-form',
      does: 'Callbacks are form fields, one of them the JSON.',
      callbackTwist: changeDeliveries('both', (right) => [
        {
          ...right,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ callback: right.body }).toString(),
        },
      ]),
    },
  ]),
  ...faultTable({}, [
    {
      id: 'callback-unlabeled',
      breaks: [],
      warns: ['CALLBACK-MEDIA-TYPE'],
      does: 'The callback of a sub-agent names no media type.',
      callbackTwist: changeDeliveries('subAgent', (right) => [{ ...right, headers: {} }]),
    },
    {
      id: 'callback-by-put',
      breaks: ['CALLBACK-METHOD'],
      does: 'Callbacks are sent with PUT.',
      callbackTwist: changeDeliveries('both', (right) => [{ ...right, method: 'PUT' }]),
    },
    {
      id: 'customer-callback-by-patch',
      breaks: ['CALLBACK-METHOD'],
      does: 'The callback of a customer is sent with PATCH.',
      callbackTwist: changeDeliveries('customer', (right) => [{ ...right, method: 'PATCH' }]),
    },
    {
      id: 'customer-callback-never-sent',
      breaks: ['CALLBACK-SENT'],
      does: 'The callback of a sub-agent comes, that of a customer never.',
      callbackTwist: changeDeliveries('customer', () => []),
    },
    {
      id: 'sub-agent-callback-never-sent',
      breaks: ['CALLBACK-SENT'],
      does: 'The callback of a customer comes, that of a sub-agent never.',
      callbackTwist: changeDeliveries('subAgent', () => []),
    },
  ]),
];

const changeCode = (value: Json): CallbackTwist =>
  changeCallbackBody('both', (whole) => ({ ...whole, status: { message: 'success', code: value } }));

const envelopeFaults = faultTable({ breaks: ['CALLBACK-ENVELOPE'] }, [
  {
    id: 'callback-is-bare',
    does: 'Callbacks are the result without its envelope.',
    callbackTwist: changeCallbackBody('both', (whole) => field(whole, 'result') ?? null),
  },
  {
    id: 'callback-without-status',
    does: 'Callbacks have no status.',
    callbackTwist: changeCallbackBody('both', (whole) => omit(whole, 'status')),
  },
  {
    id: 'callback-status-is-text',
    does: 'The status of callbacks is a word.',
    callbackTwist: changeCallbackBody('both', (whole) => ({ ...whole, status: 'success' })),
  },
  { id: 'callback-code-is-text', does: 'The code of callbacks is text.', callbackTwist: changeCode('2000') },
  { id: 'callback-code-is-200', does: 'The code of callbacks is 200.', callbackTwist: changeCode(200) },
  {
    id: 'customer-callback-without-code',
    does: 'The callback of a customer has no code.',
    callbackTwist: changeCallbackBody('customer', (whole) => ({ ...whole, status: { message: 'success' } })),
  },
  {
    id: 'callback-message-is-an-object',
    does: 'The message of callbacks is an object.',
    callbackTwist: changeCallbackBody('both', (whole) => ({ ...whole, status: { message: {}, code: API_CODES.success } })),
  },
  {
    id: 'callback-result-is-text',
    does: 'The result of callbacks is JSON inside of text.',
    callbackTwist: changeCallbackBody('both', (whole) => ({ ...whole, result: JSON.stringify(whole['result']) })),
  },
  {
    id: 'callback-is-a-list',
    does: 'Callbacks are a list of one envelope.',
    callbackTwist: changeCallbackBody('both', (whole) => [whole]),
  },
  {
    id: 'callback-is-cut',
    does: 'Callbacks are JSON without its last brace.',
    callbackTwist: changeDeliveries('both', (right) => [{ ...right, body: right.body.slice(0, -1) }]),
  },
]);

const agreementFaults = [
  ...faultTable({ breaks: ['CALLBACK-TAG-AGREES'] }, [
    {
      id: 'customer-callback-of-nobody',
      does: 'The senderId of the callback of a customer is nobody’s tag.',
      callbackTwist: changeCallbackResult('customer', (found) => ({ ...found, senderId: randomUUID() })),
    },
    {
      id: 'customer-callback-names-the-tag-of-its-sub-agent',
      does: 'The senderId of the callback of a customer is the tag of the sub-agent.',
      callbackTwist: changeCallbackResult('customer', (found, { subAgentTag }) => ({ ...found, senderId: subAgentTag })),
    },
    {
      id: 'sub-agent-callback-of-nobody',
      does: 'The subAgentId of the callback of a sub-agent is nobody’s tag.',
      callbackTwist: changeCallbackResult('subAgent', (found) => ({ ...found, subAgentId: randomUUID() })),
    },
    {
      id: 'second-callback-of-nobody',
      does: 'The callback of a customer comes twice, the second time with a tag of nobody.',
      callbackTwist: changeDeliveries('customer', (right) => [
        right,
        withCallbackResult(right, (found) => ({ ...found, senderId: randomUUID() })),
      ]),
    },
  ]),
  ...faultTable({}, [
    {
      id: 'callback-code-is-4000',
      breaks: ['CALLBACK-CODE'],
      does: 'The callback of a finished onboarding has code 4000.',
      callbackTwist: changeCode(API_CODES.systemFailure),
    },
    {
      id: 'callback-result-is-a-list',
      breaks: ['CALLBACK-FIELDS-OF-USER-TYPE'],
      does: 'The result of callbacks is a list of one.',
      callbackTwist: changeCallbackResult('both', (found) => [found]),
    },
    {
      id: 'callback-of-another-mobile',
      breaks: ['CALLBACK-REQUEST-AGREES'],
      does: 'The mobile of a callback is another one.',
      callbackTwist: changeCallbackResult('both', (found, { mobile }) => ({ ...found, mobile: Number(mobile) + 1_000_000 })),
    },
    {
      id: 'customer-callback-of-a-foreign-sub-agent',
      breaks: ['CALLBACK-REQUEST-AGREES'],
      does: 'The subAgentTag of the callback of a customer is nobody’s tag.',
      callbackTwist: changeCallbackResult('customer', (found) => ({ ...found, subAgentTag: randomUUID() })),
    },
  ]),
];

const changeValue = (name: string, value: Json, kind: CallbackKind | 'both'): CallbackTwist =>
  changeCallbackResult(kind, (found) => ({ ...found, [name]: value }));

/** Values beyond the one that the document shows: they raise questions for the operator. */
const exampleFaults = faultTable({}, [
  {
    id: 'onboarding-status-success',
    warns: ['CALLBACK-ONBOARDING-STATUS-VALUES'],
    does: 'onboardingStatus of callbacks is SUCCESS.',
    callbackTwist: changeValue('onboardingStatus', 'SUCCESS', 'both'),
  },
  {
    id: 'user-onboarding-status-approved',
    warns: ['CALLBACK-USER-ONBOARDING-STATUS-VALUES'],
    does: 'userOnboardingStatus of the callback of a customer is APPROVED.',
    callbackTwist: changeValue('userOnboardingStatus', 'APPROVED', 'customer'),
  },
  {
    id: 'action-registered',
    warns: ['CALLBACK-ACTION-VALUES'],
    does: 'action of the callback of a sub-agent is REGISTERED.',
    callbackTwist: changeValue('action', 'REGISTERED', 'subAgent'),
  },
]);

export const callbackFaults: Fault[] = [...deliveryFaults, ...envelopeFaults, ...agreementFaults, ...exampleFaults];
