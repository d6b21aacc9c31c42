#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiled once, every later start takes half the time. Where node_modules cannot be written, it goes on without.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
const { main } = await import('./program.ts');
await main();
