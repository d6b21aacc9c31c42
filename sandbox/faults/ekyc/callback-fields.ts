import { faultTable } from '../table.ts';
import { changeCallbackResult, type CallbackKind } from '../../twists/callbacks.ts';
import type { Fault } from '../../catalog.ts';
import type { Json, JsonObject } from '../../http/json.ts';
import { asText } from '../../twists/results.ts';
import { omit } from '../../twists/twists.ts';

/** Makes the wrong value from the right one, as text. */
type Change = (value: string) => Json;

const always =
  (value: Json): Change =>
  () =>
    value;

/** A field of one kind of callback, the words for the fault, and its wrong value. Without `change` the field is missing. */
const FIELDS: [kind: CallbackKind, field: string, id: string, words: string, change?: Change][] = [
  ['customer', 'onboardingStatus', 'status-is-true', 'is a boolean', always(true)],
  ['customer', 'onboardingRemark', 'remark-is-null', 'is null', always(null)],
  ['customer', 'senderId', 'id-is-a-mobile', 'is no UUID', always('9990000110')],
  ['customer', 'mobile', 'mobile-is-text', 'is text', (value) => value],
  ['customer', 'action', 'action-is-a-number', 'is a number', always(1)],
  ['customer', 'agentName', 'agent-missing', 'is missing'],
  ['customer', 'userType', 'type-in-capitals', 'is written CUSTOMER', always('CUSTOMER')],
  ['customer', 'userType', 'type-missing', 'is missing'],
  ['customer', 'userName', 'name-is-an-object', 'is an object', (value) => ({ first: value })],
  ['customer', 'userOnboardingStatus', 'user-status-missing', 'is missing'],
  ['customer', 'onboardingDate', 'date-with-t', 'is written with a T and a Z', (value) => `${value.replace(' ', 'T')}Z`],
  ['customer', 'onboardingDate', 'date-does-not-exist', 'is a day of no calendar', always('2026-02-30 12:00:00')],
  ['customer', 'onboardingDate', 'date-is-a-number', 'is milliseconds', always(1_767_225_600_000)],
  ['customer', 'subAgentTag', 'sub-agent-missing', 'is missing'],
  ['customer', 'subAgentTag', 'sub-agent-empty', 'is empty text', always('')],
  ['subAgent', 'onboardingStatus', 'status-missing', 'is missing'],
  ['subAgent', 'onboardingRemark', 'remark-is-a-list', 'is a list', (value) => [value]],
  ['subAgent', 'subAgentId', 'id-is-cut', 'lacks its last digit', (value) => value.slice(0, -1)],
  ['subAgent', 'partnerName', 'partner-is-null', 'is null', always(null)],
  ['subAgent', 'mobile', 'mobile-missing', 'is missing'],
  ['subAgent', 'action', 'action-missing', 'is missing'],
  ['subAgent', 'userType', 'type-with-a-dash', 'is written sub-agent', always('sub-agent')],
  ['subAgent', 'userName', 'name-missing', 'is missing'],
  ['subAgent', 'userOnboardingStatus', 'user-status-is-false', 'is a boolean', always(false)],
  ['subAgent', 'onboardingDate', 'date-without-seconds', 'lacks its seconds', (value) => value.slice(0, -3)],
  ['subAgent', 'onboardingDate', 'date-day-first', 'has the day first', always('31-12-2026 12:00:00')],
];

/** A field under the name of another table. */
const RENAMED: [kind: CallbackKind, field: string, other: string, id: string][] = [
  ['customer', 'senderId', 'subAgentId', 'customer-callback-names-a-sub-agent'],
  ['subAgent', 'subAgentId', 'tagId', 'sub-agent-callback-names-a-tag'],
  ['subAgent', 'partnerName', 'agentName', 'sub-agent-callback-names-an-agent'],
];

const clausePrefix: Record<CallbackKind, string> = { customer: 'CALLBACK-CUSTOMER-', subAgent: 'CALLBACK-SUB-AGENT-' };
const names: Record<CallbackKind, string> = { customer: 'customer', subAgent: 'sub-agent' };

const clauseId = (kind: CallbackKind, field: string): string => clausePrefix[kind] + field.replaceAll(/[A-Z]/g, '-$&').toUpperCase();

const changeField = (found: JsonObject, field: string, change: Change | undefined): JsonObject =>
  change === undefined ? omit(found, field) : { ...found, [field]: change(asText(found[field] ?? null)) };

const wrongValueFaults = faultTable(
  {},
  FIELDS.map(([kind, field, id, words, change]) => ({
    id: `${names[kind]}-callback-${id}`,
    breaks: [clauseId(kind, field)],
    does: `${field} of the callback of a ${names[kind]} ${words}.`,
    callbackTwist: changeCallbackResult(kind, (found) => changeField(found, field, change)),
  })),
);

const renamedFieldFaults = faultTable(
  {},
  RENAMED.map(([kind, field, other, id]) => ({
    id,
    breaks: [clauseId(kind, field)],
    does: `${field} of the callback of a ${names[kind]} is called ${other}.`,
    callbackTwist: changeCallbackResult(kind, (found) => ({ ...omit(found, field), [other]: found[field] ?? null })),
  })),
);

export const callbackFieldFaults: Fault[] = [...wrongValueFaults, ...renamedFieldFaults];
