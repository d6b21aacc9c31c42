import { typeName } from '../../helpers/core/describe.ts';
import { isRecord } from '../../helpers/core/json.ts';
import { mustBeServed, formatStatus } from '../../helpers/judge/operational.ts';
import { callOf } from '../../helpers/journey/operational/rows.ts';
import type { Suite } from '../../helpers/runner/check.ts';
import { actuatorOperations } from '../../specs/operational.ts';
import { rowCheck, rowName } from '../support/operational-row.ts';

const findRows = (clause: string) => actuatorOperations.filter((operation) => operation.clause === clause);

/** The target chooses these names, so they are quoted and cut. */
function describeKeys(body: unknown): string {
  const keys = typeof body === 'object' && body !== null ? Object.keys(body).sort() : [];
  return keys
    .slice(0, 20)
    .map((key) => JSON.stringify(key.slice(0, 40)))
    .join(', ');
}

const healthChecks = findRows('ACTUATOR-HEALTH').map((operation) =>
  rowCheck('ACTUATOR-FIELDS-NOT-SHOWN', 'health', 'shows some fields', operation, async ({ use, observe }, row) => {
    const answer = await use(callOf(row, 'without-body'));
    mustBeServed(answer);
    observe(isRecord(answer.body) ? `${rowName(operation)} shows ${describeKeys(answer.body)}` : `${rowName(operation)} shows no object`);
  }),
);

const environmentChecks = findRows('ACTUATOR-ENV').map((operation) =>
  rowCheck('ACTUATOR-ERROR-BODIES', 'without-token', 'is answered without a token', operation, async ({ use, observe }, row) => {
    const answer = await use(callOf(row, 'without-token'));
    const content = answer.text === '' ? 'without content' : `with ${answer.body === undefined ? 'text' : typeName(answer.body)}`;
    observe(`${rowName(operation)} without a token: ${formatStatus(answer)} ${content}`);
  }),
);

/** Records what the document leaves open, by names and types only. */
export const operationalSilence: Suite = {
  name: 'Operational silence',
  area: 'Operational',
  checks: [...healthChecks, ...environmentChecks],
};
