import { typeName } from '../../helpers/core/describe.ts';
import { isRecord } from '../../helpers/core/json.ts';
import { mustBeServed, statusOf } from '../../helpers/judge/operational.ts';
import type { Suite } from '../../helpers/runner/check.ts';
import { actuatorOperations } from '../../specs/operational.ts';
import { onRow, rowName } from '../support/operational-row.ts';

const named = (clause: string) => actuatorOperations.filter((operation) => operation.clause === clause);

/** Names of the target's choosing: written as JSON, and not without end. */
function keysOf(body: unknown): string {
  const keys = typeof body === 'object' && body !== null ? Object.keys(body).sort() : [];
  return keys
    .slice(0, 20)
    .map((key) => JSON.stringify(key.slice(0, 40)))
    .join(', ');
}

const health = named('ACTUATOR-HEALTH').map((operation) =>
  onRow('ACTUATOR-FIELDS-NOT-SHOWN', 'health', 'shows some fields', operation, async ({ use, observe }, { bare }) => {
    const answer = await use(bare);
    mustBeServed(answer);
    observe(isRecord(answer.body) ? `${rowName(operation)} shows ${keysOf(answer.body)}` : `${rowName(operation)} shows no object`);
  }),
);

const environment = named('ACTUATOR-ENV').map((operation) =>
  onRow('ACTUATOR-ERROR-BODIES', 'without-token', 'is answered without a token', operation, async ({ use, observe }, row) => {
    const answer = await use(row.withoutToken);
    const content = answer.text === '' ? 'without content' : `with ${answer.body === undefined ? 'text' : typeName(answer.body)}`;
    observe(`${rowName(operation)} without a token: ${statusOf(answer)} ${content}`);
  }),
);

/** What the document leaves open, told by names and types alone. */
export const operationalSilence: Suite = { name: 'Operational silence', area: 'Operational', checks: [...health, ...environment] };
