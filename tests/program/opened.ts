import fs, { appendFileSync } from 'node:fs';
import module, { registerHooks, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Preloaded into a program. Records which modules Node's loader opened, for whom, and which data the program's own files read. */
const file = process.env['OPENED_FILES'] ?? '/dev/null';

const write = (path: string, by: string): void => {
  appendFileSync(file, `${JSON.stringify({ path, by })}\n`);
};

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const { parentURL = '' } = context;
    if (found.url.startsWith('file:')) write(fileURLToPath(found.url), parentURL.startsWith('file:') ? fileURLToPath(parentURL) : '');
    return found;
  },
});

// The program's own hook would find its modules before this one hears of them.
module.registerHooks = () => ({ deregister: () => undefined });

const { readFileSync } = fs;
/** Reads all sources for the fingerprint, but depends on none of them. */
const reader = 'helpers/report/fingerprint/sources.ts';

fs.readFileSync = function read(...asked: Parameters<typeof readFileSync>) {
  const [path] = asked;
  if (typeof path === 'string' && new Error().stack?.includes(reader) !== true) write(path, '');
  return readFileSync(...asked);
} as typeof readFileSync;
syncBuiltinESMExports();
