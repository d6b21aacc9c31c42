import { startProcess } from '../../config/start-process.ts';
import type { DrawAnswer, DrawRequest } from './drawer.ts';

/** The program of the process that draws. */
startProcess();
const loading = import('./write.ts');

async function draw(request: DrawRequest): Promise<DrawAnswer> {
  try {
    const { drawAllure } = await loading;
    return { page: await drawAllure(request) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.once('message', (request: DrawRequest) => {
  void draw(request).then((answer) => process.send?.(answer));
});
process.once('disconnect', () => process.exit());
// Ctrl-C reaches every process of a terminal; the process that asks for the page decides what becomes of it.
process.on('SIGINT', () => undefined);
