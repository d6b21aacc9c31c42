import { pathNames } from './documented-call.ts';
import type { Form, Operation } from './operation.ts';
import { operations } from './operations.ts';

/** One form of one operation: what a sweep runs over. */
export interface OperationForm {
  readonly operation: Operation;
  readonly form: string;
  /** The end of check ids: `OP-1` for the first form, `OP-1-subAgent` for a further one. */
  readonly id: string;
  /** For titles: `OP-1`, `OP-1 (subAgent)`. */
  readonly name: string;
  /** Another path or query than the first form, so that calls without a payload differ too. */
  readonly hasOwnAddress: boolean;
  /** Swept only after it was served in this run (reading 13). */
  readonly isAmbiguous: boolean;
}

function differsInAddress(operation: Operation, { path, query, values = {} }: Form): boolean {
  const inAddress = [...pathNames(operation.path), ...operation.query];
  return path !== undefined || query !== undefined || Object.keys(values).some((name) => inAddress.includes(name));
}

const readForm = (operation: Operation, [form, described]: readonly [string, Form], index: number): OperationForm => ({
  operation,
  form,
  id: index === 0 ? operation.id : `${operation.id}-${form}`,
  name: index === 0 ? operation.id : `${operation.id} (${form})`,
  hasOwnAddress: index === 0 || differsInAddress(operation, described),
  isAmbiguous: described.certainty === 'ambiguous',
});

export const formsOf = (operation: Operation): readonly OperationForm[] =>
  Object.entries(operation.forms).map((entry, index) => readForm(operation, entry, index));

export function firstFormOf(operation: Operation): OperationForm {
  const [first] = formsOf(operation);
  if (first === undefined) throw new Error(`expected a form of ${operation.id}, received none: add it to specs/operations.ts`);
  return first;
}

/** In the order of the specification. */
export const operationForms: readonly OperationForm[] = operations.flatMap(formsOf);

/** What a check of a form tells about it: its form too, where there are several. */
export const formOptions = ({ operation, form }: OperationForm): { readonly operation: Operation['id']; readonly form?: string } => ({
  operation: operation.id,
  ...(Object.keys(operation.forms).length > 1 && { form }),
});

/** For reports: `OP-4 with userType subAgent`, or `OP-9 in its query form`. */
export function describeForm(operation: string, form: string): string {
  const known = operationForms.find((one) => one.operation.id === operation && one.form === form);
  const values = Object.entries(known?.operation.forms[form]?.values ?? {}).filter(([, value]) => value !== '');
  const words = values.map(([name, value]) => `${name} ${String(value)}`);
  return words.length === 0 ? `${operation} in its ${form} form` : `${operation} with ${words.join(', ')}`;
}
