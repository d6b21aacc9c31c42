#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Halves the time of every later start. Node goes on without the cache when the folder is read-only.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
const { main } = await import('./program.ts');
await main();
