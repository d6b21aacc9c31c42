import type { IncomingMessage } from 'node:http';
import type { FoundDescription } from '../../helpers/contract/live/find.ts';
import { openSend } from '../../helpers/session/send.ts';
import { createRunContext } from '../../helpers/runner/run-context.ts';
import { openUnrecordedSend } from '../../helpers/session/unrecorded-send.ts';
import { openSession, type Step, type StepResult } from '../../helpers/session/session.ts';
import type { Description } from '../../helpers/journey/operational/description.ts';
import { openTarget } from '../../helpers/client/client.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { Stop, type StopReason } from '../../helpers/judge/stop.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { serveHttp } from '../client/servers.ts';

/** Answers by path: a value as JSON, a text as a page, a number as a status, a Redirect as its location. */
export type Pages = Readonly<Record<string, unknown>>;

export const described = { swagger: '2.0', info: { title: 'A service', version: '1.0' }, paths: {} };

export class Redirect {
  readonly location: string;

  constructor(location: string) {
    this.location = location;
  }
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export async function serving(pages: (ask: Asked) => unknown): Promise<{ readonly address: string; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const address = await serveHttp((request, response) => {
    asked.push({ method: request.method, url: request.url, headers: request.headers });
    const page = pages(request) ?? 404;
    if (typeof page === 'number') response.writeHead(page).end();
    else if (page instanceof Redirect) response.writeHead(302, { location: page.location }).end();
    else if (typeof page === 'string') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
  });
  return { address, asked };
}

export const at =
  (pages: Pages) =>
  ({ url = '' }: Asked): unknown =>
    pages[url];

/** Runs a step that finds the description at an address, with the token endpoint of a sandbox. */
export async function finding<T>(
  baseUrl: string,
  choose: (description: Description) => Step<T>,
  environment: Environment = {},
): Promise<StepResult<T>> {
  const sandbox = await startSandbox();
  const read = readConfig({ ...sandbox.environment, DMT_TARGET: 'sandbox', DMT_BASE_URL: baseUrl, ...environment }, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const target = openTarget(read.config, { journal: null, ledger: null });
  const runContext = createRunContext(target);
  const judge = (): void => undefined;
  const deliver = openSend({ ...runContext.wire, judge });
  const quiet = openUnrecordedSend({ ...runContext.wire, judge, collectAccusations: () => [] });
  try {
    return await choose(runContext.journey.description).runOnce((purpose, evidence) => openSession(deliver, quiet, purpose, evidence));
  } finally {
    await Promise.all([target.close(), runContext.close(), sandbox.close()]);
  }
}

export function requireFound(done: StepResult<FoundDescription>): FoundDescription {
  if (!done.ok) throw done.error;
  return done.value;
}

export function requireStopReason(done: StepResult<unknown>): StopReason {
  if (done.ok || !(done.error instanceof Stop)) throw new Error('expected a stop', { cause: done });
  return done.error.why;
}
