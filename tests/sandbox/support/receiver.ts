import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

export interface Heard {
  method: string | undefined;
  type: string | undefined;
  text: string;
}

export async function receiver(): Promise<{ url: string; next: () => Promise<Heard> }> {
  const heard: Heard[] = [];
  const waiting: ((one: Heard) => void)[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const one = { method: request.method, type: request.headers['content-type'], text };
      const first = waiting.shift();
      if (first === undefined) heard.push(one);
      else first(one);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const next = (): Promise<Heard> =>
    new Promise((resolve) => {
      const first = heard.shift();
      if (first === undefined) waiting.push(resolve);
      else resolve(first);
    });
  return { url: `http://127.0.0.1:${port}/callback`, next };
}
