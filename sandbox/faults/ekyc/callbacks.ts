import { randomUUID } from 'node:crypto';
import type { CallbackTwist } from '../../service/callbacks.ts';
import { about, body, headers, result, withResult, type Kind } from '../../twists/callbacks.ts';
import type { Fault } from '../../catalog.ts';
import { field, type Json } from '../../http/json.ts';
import { without } from '../../twists/twists.ts';

/** The callback as it goes over the wire, whatever it says. */
const wire: Fault[] = [
  {
    id: 'callback-by-put',
    story: 'Callbacks are sent with PUT.',
    breaks: ['CALLBACK-METHOD'],
    callbackTwist: about('both', (right) => [{ ...right, method: 'PUT' }]),
  },
  {
    id: 'customer-callback-by-patch',
    story: 'The callback of a customer is sent with PATCH.',
    breaks: ['CALLBACK-METHOD'],
    callbackTwist: about('customer', (right) => [{ ...right, method: 'PATCH' }]),
  },
  {
    id: 'callback-labeled-text',
    story: 'Callbacks are JSON called text/plain.',
    breaks: ['CALLBACK-MEDIA-TYPE'],
    callbackTwist: headers({ 'content-type': 'text/plain' }),
  },
  {
    id: 'callback-unlabeled',
    story: 'The callback of a sub-agent names no media type.',
    breaks: ['CALLBACK-MEDIA-TYPE'],
    callbackTwist: about('subAgent', (right) => [{ ...right, headers: {} }]),
  },
  {
    id: 'callback-is-a-form',
    story: 'Callbacks are form fields, one of them the JSON.',
    breaks: ['CALLBACK-MEDIA-TYPE'],
    callbackTwist: about('both', (right) => [
      {
        ...right,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ callback: right.body }).toString(),
      },
    ]),
  },
  {
    id: 'customer-callback-never-sent',
    story: 'The callback of a sub-agent comes, that of a customer never.',
    breaks: ['CALLBACK-SENT'],
    callbackTwist: about('customer', () => []),
  },
  {
    id: 'sub-agent-callback-never-sent',
    story: 'The callback of a customer comes, that of a sub-agent never.',
    breaks: ['CALLBACK-SENT'],
    callbackTwist: about('subAgent', () => []),
  },
];

const code = (value: Json): CallbackTwist => body('both', (whole) => ({ ...whole, status: { message: 'success', code: value } }));

const envelope: [id: string, story: string, twist: CallbackTwist][] = [
  ['callback-is-bare', 'Callbacks are the result without its envelope.', body('both', (whole) => field(whole, 'result') ?? null)],
  ['callback-without-status', 'Callbacks have no status.', body('both', (whole) => without(whole, 'status'))],
  ['callback-status-is-text', 'The status of callbacks is a word.', body('both', (whole) => ({ ...whole, status: 'success' }))],
  ['callback-code-is-text', 'The code of callbacks is text.', code('2000')],
  ['callback-code-is-200', 'The code of callbacks is 200.', code(200)],
  [
    'customer-callback-without-code',
    'The callback of a customer has no code.',
    body('customer', (whole) => ({ ...whole, status: { message: 'success' } })),
  ],
  [
    'callback-message-is-an-object',
    'The message of callbacks is an object.',
    body('both', (whole) => ({ ...whole, status: { message: {}, code: 2000 } })),
  ],
  [
    'callback-result-is-text',
    'The result of callbacks is JSON inside of text.',
    body('both', (whole) => ({ ...whole, result: JSON.stringify(whole['result']) })),
  ],
  ['callback-is-a-list', 'Callbacks are a list of one envelope.', body('both', (whole) => [whole])],
  [
    'callback-is-cut',
    'Callbacks are JSON without its last brace.',
    about('both', (right) => [{ ...right, body: right.body.slice(0, -1) }]),
  ],
];

const agreement: Fault[] = [
  {
    id: 'callback-code-is-4000',
    story: 'The callback of a finished onboarding has code 4000.',
    breaks: ['CALLBACK-CODE'],
    callbackTwist: code(4000),
  },
  {
    id: 'callback-result-is-a-list',
    story: 'The result of callbacks is a list of one.',
    breaks: ['CALLBACK-FIELDS-OF-USER-TYPE'],
    callbackTwist: result('both', (found) => [found]),
  },
  {
    id: 'customer-callback-of-nobody',
    story: 'The senderId of the callback of a customer is nobody’s tag.',
    breaks: ['CALLBACK-TAG-AGREES'],
    callbackTwist: result('customer', (found) => ({ ...found, senderId: randomUUID() })),
  },
  {
    id: 'customer-callback-names-the-tag-of-its-sub-agent',
    story: 'The senderId of the callback of a customer is the tag of the sub-agent.',
    breaks: ['CALLBACK-TAG-AGREES'],
    callbackTwist: result('customer', (found, { subAgentTag }) => ({ ...found, senderId: subAgentTag })),
  },
  {
    id: 'sub-agent-callback-of-nobody',
    story: 'The subAgentId of the callback of a sub-agent is nobody’s tag.',
    breaks: ['CALLBACK-TAG-AGREES'],
    callbackTwist: result('subAgent', (found) => ({ ...found, subAgentId: randomUUID() })),
  },
  {
    id: 'callback-of-another-mobile',
    story: 'The mobile of a callback is another one.',
    breaks: ['CALLBACK-REQUEST-AGREES'],
    callbackTwist: result('both', (found, { mobile }) => ({ ...found, mobile: Number(mobile) + 1_000_000 })),
  },
  {
    id: 'customer-callback-of-a-foreign-sub-agent',
    story: 'The subAgentTag of the callback of a customer is nobody’s tag.',
    breaks: ['CALLBACK-REQUEST-AGREES'],
    callbackTwist: result('customer', (found) => ({ ...found, subAgentTag: randomUUID() })),
  },
  {
    id: 'second-callback-of-nobody',
    story: 'The callback of a customer comes twice, the second time with a tag of nobody.',
    breaks: ['CALLBACK-TAG-AGREES'],
    callbackTwist: about('customer', (right) => [right, withResult(right, (found) => ({ ...found, senderId: randomUUID() }))]),
  },
];

const beyond = (name: string, value: Json, kind: Kind | 'both'): CallbackTwist => result(kind, (found) => ({ ...found, [name]: value }));

/** Values beyond the one the document shows: a question for the operator. */
const examples: Fault[] = [
  {
    id: 'onboarding-status-success',
    story: 'onboardingStatus of callbacks is SUCCESS.',
    breaks: [],
    warns: ['CALLBACK-ONBOARDING-STATUS-VALUES'],
    callbackTwist: beyond('onboardingStatus', 'SUCCESS', 'both'),
  },
  {
    id: 'user-onboarding-status-approved',
    story: 'userOnboardingStatus of the callback of a customer is APPROVED.',
    breaks: [],
    warns: ['CALLBACK-USER-ONBOARDING-STATUS-VALUES'],
    callbackTwist: beyond('userOnboardingStatus', 'APPROVED', 'customer'),
  },
  {
    id: 'action-registered',
    story: 'action of the callback of a sub-agent is REGISTERED.',
    breaks: [],
    warns: ['CALLBACK-ACTION-VALUES'],
    callbackTwist: beyond('action', 'REGISTERED', 'subAgent'),
  },
];

/** Onboarding callbacks that are not what the document shows, fields aside. */
export const callbackFaults: Fault[] = [
  ...wire,
  ...envelope.map(([id, story, callbackTwist]): Fault => ({ id, story, breaks: ['CALLBACK-ENVELOPE'], callbackTwist })),
  ...agreement,
  ...examples,
];
