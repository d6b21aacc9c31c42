import type { Behavior } from './behavior.ts';
import { beside } from './beside.ts';
import { callbacks } from './callbacks.ts';
import { campaigns } from './campaigns.ts';
import { documents } from './documents.ts';
import { texts } from './texts.ts';
import { transport } from './transport.ts';

export const behaviors: readonly Behavior[] = [...transport, ...texts, ...documents, ...beside, ...callbacks, ...campaigns];
