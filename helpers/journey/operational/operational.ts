import { errorOperations, serviceDefinition, type OperationalOperation } from '../../../specs/operational.ts';
import type { OperationalAnswer } from '../../judge/operational.ts';
import { untried } from '../../judge/stop.ts';
import type { OperationalCall } from '../../session/operational.ts';
import { step, type Step } from '../../session/session.ts';
import type { Access } from '../access/access.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { createRows, type CreateCallStep, type Row } from './rows.ts';
import { artificialName } from './values.ts';

export interface Operational {
  readonly rows: ReadonlyMap<string, Row>;
  readonly errors: ReadonlyMap<string, Step<OperationalAnswer>>;
  readonly service: { readonly known: Step<OperationalAnswer>; readonly unknown: Step<OperationalAnswer> };
  readonly withoutToken: { readonly error: Step<OperationalAnswer>; readonly service: Step<OperationalAnswer> };
}

function createCallStepFactory(deps: Dependencies, { token }: Access): CreateCallStep {
  return (name, operation, prepare) =>
    step(name, async (session) => {
      await session.use(token);
      const call = await prepare(session);
      return deps.askOperational({ operation, call, purpose: name, noteExchange: (id) => session.evidence.exchanges.add(id) });
    });
}

function buildKnownServiceCall({ serviceName }: Dependencies): OperationalCall {
  if (serviceName === null) throw untried('no known service name: set DMT_SERVICE_NAME', 'configuration');
  return { path: { servicename: serviceName } };
}

export function createOperational(deps: Dependencies, access: Access): Operational {
  const asking = createCallStepFactory(deps, access);
  const plainly = (name: string, operation: OperationalOperation, call: () => OperationalCall): Step<OperationalAnswer> =>
    asking(name, operation, () => Promise.resolve().then(call));
  const [getError] = errorOperations;
  const unknownService = { path: { servicename: artificialName } } as const;
  return {
    rows: createRows(asking),
    errors: new Map(errorOperations.map((row) => [row.clause, plainly(`${row.method} ${row.path}`, row, () => ({}))])),
    service: {
      known: plainly('the definition of a known service', serviceDefinition, () => buildKnownServiceCall(deps)),
      unknown: plainly('the definition of an unknown service', serviceDefinition, () => unknownService),
    },
    withoutToken: {
      error: plainly('GET /error without a token', getError, () => ({ token: 'none' })),
      service: plainly('the definition of a service without a token', serviceDefinition, () => ({ ...unknownService, token: 'none' })),
    },
  };
}
