import { isRecord } from '../helpers/core/json.ts';

/** The list that npm makes, without what differs with every folder and minute: the same sources give the same package. */
export function settleBillOfMaterials(made: unknown, name: string): object {
  if (!isRecord(made) || !isRecord(made['metadata']) || !isRecord(made['metadata']['component']))
    throw new Error('expected a CycloneDX list of npm sbom, received something else: use npm 9.5 or later');
  const component = { ...made['metadata']['component'], type: 'application', name };
  // An undefined field is not written.
  return { ...made, serialNumber: undefined, metadata: { ...made['metadata'], timestamp: undefined, component } };
}
