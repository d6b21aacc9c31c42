#!/usr/bin/env node
// The program for `npm link` and `npx`: whatever Node starts this file, the pinned one of node_modules runs the suite.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

function pinnedNode() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'));
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    process.stderr.write(
      `expected the pinned Node in node_modules, received none: run npm ci in ${dirname(dirname(fileURLToPath(import.meta.url)))}\n`,
    );
    process.exit(2);
  }
}

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const child = spawn(pinnedNode(), ['--max-semi-space-size=4', main, ...process.argv.slice(2)], { stdio: 'inherit' });
// Ctrl-C reaches both of us; the program decides what becomes of its run.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('close', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
});
