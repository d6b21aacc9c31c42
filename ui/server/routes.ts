import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { setCookie } from 'hono/cookie';
import { isRecord, parseJson, type Json } from '../../helpers/core/json.ts';
import type { Steps } from '../steps/steps.ts';
import { servePageFile, serveReportFile, type ServedFile } from './files.ts';
import { checkRequest, checkSession, sessionCookie, type Place } from './guard.ts';
import { headers } from './headers.ts';
import type { Keys } from './keys.ts';

interface AppParts {
  readonly keys: Keys;
  readonly steps: Steps;
  readonly place: Place;
  readonly onTrouble: (error: Error) => void;
}

/** A file of waivers with thousands of entries fits. */
const maxBody = 2_000_000;

const answer = (value: unknown): Response => Response.json(value, { headers: headers.api });
const missing = (context: Context): Response => context.text('expected one of the addresses of this page', 404);
const send = (context: Context, file: ServedFile | null): Response =>
  file === null ? missing(context) : new Response(file.bytes, { headers: file.headers });

/** An object of JSON, sent as such: a form of another site cannot send one. */
async function readBody(context: Context): Promise<Json | null> {
  if (!/^application\/json\b/.test(context.req.header('content-type') ?? '')) return null;
  const value = parseJson(await context.req.text());
  return isRecord(value) ? value : null;
}

function defineApi(api: Hono, { steps }: AppParts): void {
  const { target, plan, run, result, accept } = steps;
  const reads = { live: steps.live, target: target.view, plan: plan.view, result: result.view, accept: accept.view };
  for (const [name, read] of Object.entries(reads)) api.get(`/${name}`, () => answer(read()));
  const acts: Readonly<Record<string, (body: Json) => unknown>> = {
    ...{ 'target/enter': target.enter, 'target/examine': target.examine, 'target/save': target.save },
    ...{ 'plan/make': plan.make, 'plan/approve': plan.approve },
    ...{ 'run/start': steps.startRun, 'run/repeat': steps.repeat, 'run/stop': steps.requestStop },
    ...{ 'code/enter': run.code('enter'), 'code/correct': run.code('correct'), 'code/missing': run.code('missing') },
    ...{ 'result/failure': result.failure, 'accept/check': accept.check, 'accept/write': accept.write },
  };
  for (const [name, act] of Object.entries(acts))
    api.post(`/${name}`, async (context) => {
      const body = await readBody(context);
      return body === null ? context.text('expected a JSON object', 400) : answer(await act(body));
    });
}

function enter(context: Context, { keys, place }: AppParts, key: unknown): Response {
  const session = keys.exchange(key);
  if (session === null) return context.text('expected the newest key, which works once', 401);
  setCookie(context, sessionCookie, session, { httpOnly: true, sameSite: 'Strict', path: `${place.base}/` });
  return context.json({}, 200, headers.api);
}

export function createApp(parts: AppParts): Hono {
  const { keys, steps, place } = parts;
  const app = new Hono({ strict: true });
  app.onError((error, context) => {
    parts.onTrouble(error);
    return context.text('the suite failed; the terminal says why', 500);
  });
  app.notFound(missing);
  app.use(checkRequest(place), bodyLimit({ maxSize: maxBody, onError: (context) => context.text('expected less', 413) }));
  app.get(`${place.base}/`, (context) => send(context, servePageFile('index.html')));
  const own = new Hono();
  own.get('/page/*', (context) => send(context, servePageFile(context.req.path.slice(`${place.base}/page/`.length))));
  own.post('/enter', async (context) => enter(context, parts, (await readBody(context))?.['key']));
  const inside = new Hono();
  inside.use(checkSession(keys));
  const api = new Hono();
  defineApi(api, parts);
  inside.route('/api', api);
  inside.get('/report/*', (context) =>
    send(context, serveReportFile(steps.target.reportFolder(), context.req.path.slice(`${place.base}/report/`.length))),
  );
  own.route('/', inside);
  app.route(place.base, own);
  return app;
}
