import type { OperationId } from '../../../specs/operation.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import { toOddList, type Odd } from './odd.ts';

/** Addresses that a gateway and the service behind it may read differently; neither may admit a caller without a token. */
export const gateDetours = toOddList({
  'a segment with a semicolon before it': '/error/..;{path}{query}',
  'a matrix parameter before it': '/;a=b{path}{query}',
  'escaped dots before it': '/error/%2e%2e{path}{query}',
  'dots before it': '/swagger-ui.html/..{path}{query}',
  'two slashes before it': '/{path}{query}',
  'a suffix behind it': '{path}.json{query}',
  'a slash behind it': '{path}/{query}',
  'a page of styles behind it': '{path};.css{query}',
});

/** Headers that some frameworks read as the method. */
export const methodHeaders: readonly string[] = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'];

/** Values that only the service gives, by their name in the result, with a value of the caller. */
export const givenByService: Partial<Record<OperationId, Odd>> = {
  'OP-3': { name: 'state', text: '"5f0c7a52-4815-4162-8342-481516234242"' },
  'OP-7': { name: 'beneficiaryId', text: unknownValues.number },
  'OP-9': { name: 'invoiceId', text: '"4815162342"' },
  'OP-12': { name: 'mobile', text: '4815162342' },
  'OP-16': { name: 'url', text: '"https://stranger.example/?authId=1&payload=2&session=3"' },
};
