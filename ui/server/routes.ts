import type { IncomingMessage } from 'node:http';
import { isRecord, parseJson, type Json } from '../../helpers/core/json.ts';
import type { Steps } from '../steps/steps.ts';
import { servePageFile, serveReportFile, type ServedFile } from './files.ts';
import { checkRequest, checkSession, formatCookie, refuse, type Asked, type Place, type Refusal } from './guard.ts';
import { headers } from './headers.ts';
import type { Keys } from './keys.ts';

export interface Parts {
  readonly keys: Keys;
  readonly steps: Steps;
  readonly place: Place;
}

/** A file of waivers with thousands of entries fits. */
const maxBody = 2_000_000;

const missing = refuse(404, 'expected one of the addresses of this page');

const answer = (value: unknown, more: ServedFile['headers'] = {}): ServedFile => ({
  bytes: Buffer.from(JSON.stringify(value)),
  headers: { ...headers.api, 'Content-Type': 'application/json', ...more },
});

async function readText(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** An object of JSON, sent as such: a form of another site cannot send one. A sender that goes away while it is read gets no answer. */
async function readBody(request: IncomingMessage): Promise<{ readonly body: Json } | Refusal> {
  const text = await readText(request).catch(() => '');
  if (text === null) return refuse(413, 'expected less');
  const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '');
  const value = isJson ? parseJson(text) : null;
  return isRecord(value) ? { body: value } : refuse(400, 'expected a JSON object');
}

const listReads = ({ live, target, plan, result, accept }: Steps): ReadonlyMap<string, () => unknown> =>
  new Map(Object.entries({ live, target: target.view, plan: plan.view, result: result.view, accept: accept.view }));

const listActs = ({ target, plan, run, result, accept, ...steps }: Steps): ReadonlyMap<string, (body: Json) => unknown> =>
  new Map<string, (body: Json) => unknown>([
    ...Object.entries({ 'target/enter': target.enter, 'target/examine': target.examine, 'target/save': target.save }),
    ...Object.entries({ 'plan/make': plan.make, 'plan/approve': plan.approve }),
    ...Object.entries({ 'run/start': steps.startRun, 'run/repeat': steps.repeat, 'run/stop': steps.requestStop }),
    ...Object.entries({ 'code/enter': run.code('enter'), 'code/correct': run.code('correct'), 'code/missing': run.code('missing') }),
    ...Object.entries({ 'result/failure': result.failure, 'accept/check': accept.check, 'accept/write': accept.write }),
  ]);

/** The key is exchanged for a session. */
function enter({ key }: Json, { keys, place }: Parts): ServedFile | Refusal {
  const session = keys.exchange(key);
  if (session === null) return refuse(401, 'expected the newest key, which works once');
  return answer({}, { 'Set-Cookie': formatCookie(session, place) });
}

async function act(name: string, request: IncomingMessage, parts: Parts): Promise<ServedFile | Refusal> {
  const found = name.startsWith('api/') ? listActs(parts.steps).get(name.slice('api/'.length)) : undefined;
  if (name !== 'enter' && found === undefined) return missing;
  const read = await readBody(request);
  if ('status' in read) return read;
  return found === undefined ? enter(read.body, parts) : answer(await found(read.body));
}

function view(name: string, { steps }: Parts): ServedFile | null {
  const found = listReads(steps).get(name.slice('api/'.length));
  if (name.startsWith('api/')) return found === undefined ? null : answer(found());
  return name.startsWith('report/') ? serveReportFile(steps.target.reportFolder(), name.slice('report/'.length)) : null;
}

/** What is served, or why not. */
export async function route(asked: Asked, request: IncomingMessage, parts: Parts): Promise<ServedFile | Refusal> {
  const { keys, place } = parts;
  const refused = checkRequest(asked, place);
  if (refused !== null) return refused;
  if (!asked.path.startsWith(`${place.base}/`)) return missing;
  const name = asked.path.slice(place.base.length + 1);
  const isGet = asked.method === 'GET';
  if (isGet && name === '') return servePageFile('index.html') ?? missing;
  if (isGet && name.startsWith('page/')) return servePageFile(name.slice('page/'.length)) ?? missing;
  const outside = name === 'enter' && !isGet ? null : checkSession(asked, keys);
  if (outside !== null) return outside;
  return isGet ? (view(name, parts) ?? missing) : act(name, request, parts);
}
