import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { envExample } from './env-example.ts';

// `npm run env:example`: after a change of variables.ts.
writeFileSync(join(import.meta.dirname, '../../../.env.example'), envExample());
