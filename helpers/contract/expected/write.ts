import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatContract } from './document.ts';

// `npm run contract`: after a change of specs/ or schemas/.
writeFileSync(join(import.meta.dirname, '../../../specs/contract.swagger.json'), formatContract());
