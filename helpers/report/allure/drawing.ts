import { rmSync } from 'node:fs';
import { startProcess } from '../../config/start-process.ts';
import { scratchFolder, type DrawAnswer, type DrawRequest } from './drawer.ts';

/** The program of the process that draws. Its arguments are the report folder, and what is kept beside the page. */
startProcess();
const [folder = '', kept] = process.argv.slice(2);

async function open(): ReturnType<typeof import('./write.ts').openAllure> {
  const { openAllure } = await import('./write.ts');
  return openAllure(folder, kept === 'page-alone' ? kept : 'with-results');
}

const opened = open();
// The process that asks for the page gets the error.
opened.catch(() => undefined);

async function draw(request: DrawRequest): Promise<DrawAnswer> {
  try {
    const drawPage = await opened;
    return { page: await drawPage(request) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.once('message', (request: DrawRequest) => {
  void draw(request).then((answer) => process.send?.(answer));
});
process.once('disconnect', () => process.exit());
process.once('exit', () => {
  rmSync(scratchFolder(folder), { recursive: true, force: true });
});
