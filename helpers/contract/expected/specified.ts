import { operationalOperations } from '../../../specs/operational.ts';
import { operations } from '../../../specs/operations.ts';
import { expectedContract } from './document.ts';
import type { Description } from '../read/model.ts';
import { parseTemplate } from '../read/path.ts';
import { readDescription } from '../read/read.ts';

function readSpecified(): Description {
  const reading = readDescription(expectedContract);
  if (!reading.ok) throw new Error(`expected a contract that can be read, received: ${reading.problems.join('; ')}`);
  return reading.description;
}

export const specifiedDescription: Description = readSpecified();

const operationalShapes: ReadonlySet<string> = new Set(operationalOperations.map(({ path }) => parseTemplate(path).shape));

export const isOperationalShape = (shape: string): boolean => operationalShapes.has(shape);

const businessShapes: ReadonlySet<string> = new Set(operations.map(({ path }) => parseTemplate(path).shape));

/** True when the description has a business path; the others are then expected too. */
export const isBusinessDescribed = ({ operations: described, basePath }: Description): boolean =>
  described.some(({ shape }) => businessShapes.has(shape) || businessShapes.has(basePath + shape));
