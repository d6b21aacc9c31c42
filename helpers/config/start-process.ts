import module from 'node:module';
import { extname, join } from 'node:path';
import { addWhatOlderNodeLacks } from './older-node.ts';

export const compileCacheFolder = join(import.meta.dirname, '../../node_modules/.cache/compiled');

const root = new URL('../../', import.meta.url).href;
const extension = extname(import.meta.filename);
const format = extension === '.ts' ? 'module-typescript' : 'module';

/** Our modules name one another by their files, so Node has nothing to look for: it loads a thousand of them in four fifths of the time. */
const resolveModule: module.ResolveHookSync = (name, context, resolveNext) =>
  name.startsWith('.') && name.endsWith(extension) && context.parentURL?.startsWith(root) === true
    ? { url: new URL(name, context.parentURL).href, format, shortCircuit: true }
    : resolveNext(name, context);

/** For the first lines of a program, before it loads the rest. */
export function startProcess(): void {
  addWhatOlderNodeLacks();
  // Halves the time of every later start. Node 20 has neither; a later one goes on without the cache when the folder is read-only.
  if ('enableCompileCache' in module) module.enableCompileCache(compileCacheFolder);
  if ('registerHooks' in module) module.registerHooks({ resolve: resolveModule });
}
