import type { ErrorObject } from 'ajv';
import { member, textAt } from '../../core/json.ts';
import { readJsonFile } from '../../config/json-file.ts';
import { collectSchemaErrors } from '../../judge/schema/schemas.ts';
import type { WaiversFile } from '../model/acceptances.ts';
import { isBlank } from './blanks.ts';

export type WaiversRead = { readonly ok: true; readonly file: WaiversFile } | { readonly ok: false; readonly problems: readonly string[] };

const formatReceived = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80));

const describeError = ({ instancePath, message, params, data }: ErrorObject): string => {
  const named: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  return `${instancePath || '/'} ${message ?? 'is wrong'}${typeof named === 'string' ? ` (${named})` : `, received ${formatReceived(data)}`}`;
};

/** `/waivers/0/reason` → `waivers`, `0`, `reason` */
const splitPath = (path: string): readonly string[] => path.split('/').slice(1);

/** A draft that nobody has filled in yet has blanks in every entry. */
const mostBlank = 5;

/** One line for each of the first entries: `waiver of OP9-SERVED: expected reason, owner, received the blanks of a draft: replace each "FILL IN: …"` */
function describeBlanks(value: unknown, errors: readonly ErrorObject[]): readonly string[] {
  const entries = Map.groupBy(errors, ({ instancePath }) => splitPath(instancePath).slice(0, -1).join('/'));
  const lines = [...entries].map(([place, blank]) => {
    const [kind = '', index = ''] = place.split('/');
    const clause = textAt(member(member(value, kind), index), 'clause') ?? index;
    const fields = new Set(blank.map(({ instancePath }) => splitPath(instancePath).at(-1) ?? ''));
    return `${kind.replace(/s$/, '')} of ${clause}: expected ${[...fields].join(', ')}, received the blanks of a draft: replace each "FILL IN: …"`;
  });
  if (lines.length <= mostBlank) return lines;
  return [...lines.slice(0, mostBlank), `${lines.length} entries have blanks; the first ${mostBlank} are named here`];
}

/** Every problem with its place; empty for a valid file. */
export function findWaiverSchemaErrors(value: unknown): readonly string[] {
  const { blank = [], wrong = [] } = Object.groupBy(collectSchemaErrors('waivers', value), ({ data }) =>
    isBlank(data) ? 'blank' : 'wrong',
  );
  return [...describeBlanks(value, blank), ...wrong.map(describeError)];
}

const isWaiversFile = (value: unknown): value is WaiversFile => findWaiverSchemaErrors(value).length === 0;

/** What a file of waivers holds, or every problem in it. */
export const readWaiversValue = (value: unknown): WaiversRead =>
  isWaiversFile(value) ? { ok: true, file: value } : { ok: false, problems: findWaiverSchemaErrors(value) };

/** Returns the file (schemas/waivers.schema.json) or every problem in it. */
export function readWaivers(path: string): WaiversRead {
  const { value, problem } = readJsonFile(path);
  const read: WaiversRead = problem === null ? readWaiversValue(value) : { ok: false, problems: [problem] };
  return read.ok ? read : { ok: false, problems: read.problems.map((about) => `${path}: ${about}`) };
}
