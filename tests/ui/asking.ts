import { request, type IncomingHttpHeaders } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Asked {
  readonly method?: string;
  /** Sent as it is written: nothing normalizes it. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A client that no browser holds back. Status 0: the connection was closed instead of an answer. */
export function ask(port: number, { method = 'GET', path, headers = {}, body = '' }: Asked): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers: { Host: `127.0.0.1:${port}`, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    sent.on('error', () => {
      resolve({ status: 0, headers: {}, body: '' });
    });
    sent.end(body);
  });
}

export const asJson = { 'Content-Type': 'application/json' } as const;
