#!/usr/bin/env node
// The program for `npx` and `npm link`. A checkout has TypeScript and its pinned Node; a package has JavaScript and uses the Node that starts it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const [source, compiled] = ['start/checkout.js', '../dist/cli/main.js'].map((name) => fileURLToPath(new URL(name, import.meta.url)));

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

/** Source maps make the places in reports those of the sources. Node 20 and early 22 warn of JSON modules. */
const packageOptions = ['--enable-source-maps', '--disable-warning=ExperimentalWarning', compiled];

const [node, options] = existsSync(source) ? [pinnedNode(), [source]] : [process.execPath, packageOptions];
const child = spawn(node, ['--max-semi-space-size=4', ...options, ...process.argv.slice(2)], { stdio: 'inherit' });
// Ctrl-C reaches both of us; the program decides what becomes of its run.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('close', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
});
