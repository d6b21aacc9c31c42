import { operationForms, type OperationForm } from '../../../specs/forms.ts';
import type { Call } from '../../client/http/call.ts';

interface Break {
  /** What a call with it has. */
  readonly fact: string;
  readonly change: (json: string) => string;
}

/** Texts that are no JSON, although a lenient reader makes something of most of them (reading 5). */
const breaks = {
  'cut-payload': { fact: 'broken JSON', change: (json) => json.slice(0, -1) },
  'trailing-comma': { fact: 'JSON with a comma behind its last value', change: (json) => `${json.slice(0, -1)},}` },
  'single-quotes': { fact: 'JSON in single quotes', change: (json) => json.replaceAll('"', "'") },
  'unquoted-name': { fact: 'JSON with a name without quotes', change: (json) => json.replace(/"(\w+)":/, '$1:') },
  'not-a-number': { fact: 'JSON with NaN for a value', change: (json) => `${json.slice(0, -1)},"more":NaN}` },
  comment: { fact: 'JSON with a comment', change: (json) => `${json.slice(0, -1)}/* */}` },
  'line-break': { fact: 'JSON with a line break inside a text', change: (json) => `${json.slice(0, -1)},"more":"\n"}` },
  'text-behind': { fact: 'JSON with text behind it', change: (json) => `${json} x` },
} as const satisfies Readonly<Record<string, Break>>;

type BreakName = keyof typeof breaks;

/** The forms of a service share a reader, so each form gets one more break. OP-7, OP-9 and OP-13 stay readable: they may name nobody but ours. */
const furtherBreakByForm: Readonly<Record<string, BreakName>> = {
  'OP-3': 'trailing-comma',
  'OP-7': 'unquoted-name',
  'OP-9': 'trailing-comma',
  'OP-9-query': 'not-a-number',
  'OP-12': 'single-quotes',
  'OP-13': 'trailing-comma',
  'OP-13-false': 'text-behind',
  'OP-16': 'line-break',
  'OP-16-subAgent': 'comment',
};

export interface BrokenCall {
  readonly form: OperationForm;
  readonly name: BreakName;
  readonly fact: string;
  readonly change: (call: Call) => Call;
}

const breakCall =
  ({ change }: Break) =>
  ({ payload, ...call }: Call): Call => ({
    ...call,
    rawBody: change(JSON.stringify(payload)),
    headers: { 'Content-Type': 'application/json' },
  });

/** On every form of every operation with a payload. */
export const brokenCalls: readonly BrokenCall[] = operationForms
  .filter(({ operation }) => operation.payload !== null)
  .flatMap((form) => {
    const further = furtherBreakByForm[form.id];
    const names: readonly BreakName[] = further === undefined ? ['cut-payload'] : ['cut-payload', further];
    return names.map((name) => ({ form, name, fact: breaks[name].fact, change: breakCall(breaks[name]) }));
  });

export const brokenCallKey = ({ form, name }: Pick<BrokenCall, 'form' | 'name'>): string => `${name}-${form.id}`;

/** Its way among the refused calls. */
export const brokenWay = (name: BreakName): string => (name === 'cut-payload' ? 'broken-json' : name);
