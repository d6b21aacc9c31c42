import { API_CODES } from '../../http/codes.ts';
import { faultTable } from '../table.ts';
import { randomUUID } from 'node:crypto';
import type { CallbackTwist } from '../../service/callbacks.ts';
import { about, body, headers, result, withResult, type Kind } from '../../twists/callbacks.ts';
import type { Fault } from '../../catalog.ts';
import { field, type Json } from '../../http/json.ts';
import { omit } from '../../twists/twists.ts';

/** The callback as it goes over the wire, whatever it says. */
const wire = [
  ...faultTable({ breaks: ['CALLBACK-MEDIA-TYPE'] }, [
    {
      id: 'callback-labeled-text',
      does: 'Callbacks are JSON called text/plain.',
      callbackTwist: headers({ 'content-type': 'text/plain' }),
    },
    {
      id: 'callback-unlabeled',
      does: 'The callback of a sub-agent names no media type.',
      callbackTwist: about('subAgent', (right) => [{ ...right, headers: {} }]),
    },
    {
      id: 'callback-is-a-form',
      does: 'Callbacks are form fields, one of them the JSON.',
      callbackTwist: about('both', (right) => [
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
      id: 'callback-by-put',
      breaks: ['CALLBACK-METHOD'],
      does: 'Callbacks are sent with PUT.',
      callbackTwist: about('both', (right) => [{ ...right, method: 'PUT' }]),
    },
    {
      id: 'customer-callback-by-patch',
      breaks: ['CALLBACK-METHOD'],
      does: 'The callback of a customer is sent with PATCH.',
      callbackTwist: about('customer', (right) => [{ ...right, method: 'PATCH' }]),
    },
    {
      id: 'customer-callback-never-sent',
      breaks: ['CALLBACK-SENT'],
      does: 'The callback of a sub-agent comes, that of a customer never.',
      callbackTwist: about('customer', () => []),
    },
    {
      id: 'sub-agent-callback-never-sent',
      breaks: ['CALLBACK-SENT'],
      does: 'The callback of a customer comes, that of a sub-agent never.',
      callbackTwist: about('subAgent', () => []),
    },
  ]),
];

const code = (value: Json): CallbackTwist => body('both', (whole) => ({ ...whole, status: { message: 'success', code: value } }));

const envelope = faultTable({ breaks: ['CALLBACK-ENVELOPE'] }, [
  {
    id: 'callback-is-bare',
    does: 'Callbacks are the result without its envelope.',
    callbackTwist: body('both', (whole) => field(whole, 'result') ?? null),
  },
  { id: 'callback-without-status', does: 'Callbacks have no status.', callbackTwist: body('both', (whole) => omit(whole, 'status')) },
  {
    id: 'callback-status-is-text',
    does: 'The status of callbacks is a word.',
    callbackTwist: body('both', (whole) => ({ ...whole, status: 'success' })),
  },
  { id: 'callback-code-is-text', does: 'The code of callbacks is text.', callbackTwist: code('2000') },
  { id: 'callback-code-is-200', does: 'The code of callbacks is 200.', callbackTwist: code(200) },
  {
    id: 'customer-callback-without-code',
    does: 'The callback of a customer has no code.',
    callbackTwist: body('customer', (whole) => ({ ...whole, status: { message: 'success' } })),
  },
  {
    id: 'callback-message-is-an-object',
    does: 'The message of callbacks is an object.',
    callbackTwist: body('both', (whole) => ({ ...whole, status: { message: {}, code: API_CODES.success } })),
  },
  {
    id: 'callback-result-is-text',
    does: 'The result of callbacks is JSON inside of text.',
    callbackTwist: body('both', (whole) => ({ ...whole, result: JSON.stringify(whole['result']) })),
  },
  { id: 'callback-is-a-list', does: 'Callbacks are a list of one envelope.', callbackTwist: body('both', (whole) => [whole]) },
  {
    id: 'callback-is-cut',
    does: 'Callbacks are JSON without its last brace.',
    callbackTwist: about('both', (right) => [{ ...right, body: right.body.slice(0, -1) }]),
  },
]);

const agreement = [
  ...faultTable({ breaks: ['CALLBACK-TAG-AGREES'] }, [
    {
      id: 'customer-callback-of-nobody',
      does: 'The senderId of the callback of a customer is nobody’s tag.',
      callbackTwist: result('customer', (found) => ({ ...found, senderId: randomUUID() })),
    },
    {
      id: 'customer-callback-names-the-tag-of-its-sub-agent',
      does: 'The senderId of the callback of a customer is the tag of the sub-agent.',
      callbackTwist: result('customer', (found, { subAgentTag }) => ({ ...found, senderId: subAgentTag })),
    },
    {
      id: 'sub-agent-callback-of-nobody',
      does: 'The subAgentId of the callback of a sub-agent is nobody’s tag.',
      callbackTwist: result('subAgent', (found) => ({ ...found, subAgentId: randomUUID() })),
    },
    {
      id: 'second-callback-of-nobody',
      does: 'The callback of a customer comes twice, the second time with a tag of nobody.',
      callbackTwist: about('customer', (right) => [right, withResult(right, (found) => ({ ...found, senderId: randomUUID() }))]),
    },
  ]),
  ...faultTable({}, [
    {
      id: 'callback-code-is-4000',
      breaks: ['CALLBACK-CODE'],
      does: 'The callback of a finished onboarding has code 4000.',
      callbackTwist: code(API_CODES.systemFailure),
    },
    {
      id: 'callback-result-is-a-list',
      breaks: ['CALLBACK-FIELDS-OF-USER-TYPE'],
      does: 'The result of callbacks is a list of one.',
      callbackTwist: result('both', (found) => [found]),
    },
    {
      id: 'callback-of-another-mobile',
      breaks: ['CALLBACK-REQUEST-AGREES'],
      does: 'The mobile of a callback is another one.',
      callbackTwist: result('both', (found, { mobile }) => ({ ...found, mobile: Number(mobile) + 1_000_000 })),
    },
    {
      id: 'customer-callback-of-a-foreign-sub-agent',
      breaks: ['CALLBACK-REQUEST-AGREES'],
      does: 'The subAgentTag of the callback of a customer is nobody’s tag.',
      callbackTwist: result('customer', (found) => ({ ...found, subAgentTag: randomUUID() })),
    },
  ]),
];

const otherValue = (name: string, value: Json, kind: Kind | 'both'): CallbackTwist =>
  result(kind, (found) => ({ ...found, [name]: value }));

/** Values beyond the one the document shows: a question for the operator. */
const examples = faultTable({}, [
  {
    id: 'onboarding-status-success',
    warns: ['CALLBACK-ONBOARDING-STATUS-VALUES'],
    does: 'onboardingStatus of callbacks is SUCCESS.',
    callbackTwist: otherValue('onboardingStatus', 'SUCCESS', 'both'),
  },
  {
    id: 'user-onboarding-status-approved',
    warns: ['CALLBACK-USER-ONBOARDING-STATUS-VALUES'],
    does: 'userOnboardingStatus of the callback of a customer is APPROVED.',
    callbackTwist: otherValue('userOnboardingStatus', 'APPROVED', 'customer'),
  },
  {
    id: 'action-registered',
    warns: ['CALLBACK-ACTION-VALUES'],
    does: 'action of the callback of a sub-agent is REGISTERED.',
    callbackTwist: otherValue('action', 'REGISTERED', 'subAgent'),
  },
]);

/** Onboarding callbacks that are not what the document shows, fields aside. */
export const callbackFaults: Fault[] = [...wire, ...envelope, ...agreement, ...examples];
