#!/usr/bin/env node
import { startProcess } from '../helpers/config/start-process.ts';

startProcess();
const { main } = await import('./program.ts');
await main();
