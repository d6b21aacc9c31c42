import type { Behavior } from './behavior.ts';
import { externalInputs } from './external-inputs.ts';
import { callbacks } from './callbacks.ts';
import { campaigns } from './campaigns.ts';
import { documents } from './documents.ts';
import { texts } from './texts.ts';
import { transport } from './transport.ts';

export const behaviors: readonly Behavior[] = [...transport, ...texts, ...documents, ...externalInputs, ...callbacks, ...campaigns];
