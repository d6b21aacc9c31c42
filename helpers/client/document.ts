import { readFile, stat } from 'node:fs/promises';
import { describeFileError } from '../core/files/files.ts';
import { isHttpAddress, splitAddress } from '../config/addresses.ts';
import { assembleConnection, parseHeadersJson } from '../config/assemble.ts';
import { findRedirectTarget } from './http/redirect.ts';
import { userAgentHeader } from './http/user-agent.ts';
import { openConnection, type Connection } from './http/connection.ts';
import { findHeader, type HeaderList, type WireResponse } from '../core/exchange.ts';
import { explicitSettings, collectValueProblems, withFallbacks, type Environment } from '../config/settings.ts';

export type DocumentText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

/** Descriptions of whole services are long. */
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

const mostRedirects = 5;

const noDocument = (problem: string): DocumentText => ({ ok: false, problem });

async function readFromFile(file: string): Promise<DocumentText> {
  try {
    const { size } = await stat(file);
    if (size > MAX_DOCUMENT_BYTES)
      return noDocument(`expected at most ${MAX_DOCUMENT_BYTES} bytes at ${file}, received ${size}: name the description itself`);
    return { ok: true, text: await readFile(file, 'utf8') };
  } catch (error) {
    return noDocument(`expected a readable file at ${file}, received ${describeFileError(error)}: check the name`);
  }
}

const parseOrigin = (address: string | undefined): string | null =>
  address !== undefined && URL.canParse(address) ? new URL(address).origin : null;

/** DMT_SWAGGER_HEADERS go to the configured hosts only. */
function buildDocumentHeaders(address: string, environment: Environment): HeaderList {
  const hosts = [parseOrigin(environment['DMT_SWAGGER_URL']), parseOrigin(environment['DMT_BASE_URL'])];
  const login = hosts.includes(parseOrigin(address)) ? parseHeadersJson(environment['DMT_SWAGGER_HEADERS'] ?? '') : {};
  return [userAgentHeader(), ...Object.entries({ accept: 'application/json', ...login })];
}

function readDocumentBody(address: string, { status, truncated, body, headers }: WireResponse): DocumentText {
  const received = `HTTP ${status}${findHeader(headers, 'location') !== null ? ', a redirect to another host' : ''}`;
  if (status !== 200)
    return noDocument(`expected HTTP 200 from ${address}, received ${received}: check the address, or save the description to a file`);
  if (truncated)
    return noDocument(`expected at most ${MAX_DOCUMENT_BYTES} bytes from ${address}, received more: name the description itself`);
  if (body.encoding !== 'utf8') return noDocument(`expected text in UTF-8 from ${address}, received none: name the description itself`);
  return { ok: true, text: body.text };
}

async function followRedirects(connection: Connection, first: string, timeoutMs: number, headers: HeaderList): Promise<DocumentText> {
  let address = first;
  for (let hops = 0; hops <= mostRedirects; hops += 1) {
    const request = { ...splitAddress(address), method: 'GET', headers, body: null };
    const { response, trouble } = await connection.exchange(request, { timeoutMs, maxBytes: MAX_DOCUMENT_BYTES });
    if (trouble !== null) return noDocument(`expected an answer from ${address}, received none: ${trouble.message}`);
    const next = findRedirectTarget(response, address);
    // The login of one origin is not for another.
    if (next?.origin !== parseOrigin(address)) return readDocumentBody(address, response);
    address = next.href;
  }
  return noDocument(`expected a description at ${first}, received more than ${mostRedirects} redirects: name the address they lead to`);
}

async function readFromAddress(address: string, environment: Environment): Promise<DocumentText> {
  if (!URL.canParse(address)) return noDocument(`expected an http(s) address, received ${address}`);
  const { username, password } = new URL(address);
  if (username !== '' || password !== '')
    return noDocument('expected an address without user and password: put them into DMT_SWAGGER_HEADERS');
  const explicit = explicitSettings(environment);
  const problems = collectValueProblems(explicit).filter((problem) =>
    /^(DMT_(CA|CLIENT_CERT|CLIENT_KEY)_FILE|HTTPS_PROXY|NO_PROXY|DMT_TIMEOUT_MS|DMT_SWAGGER_\w+|DMT_MAX_\w+):/.test(problem),
  );
  if (problems.length > 0) return noDocument(problems.join('; '));
  const settings = assembleConnection(withFallbacks('uat', explicit));
  const connection = openConnection(settings);
  try {
    return await followRedirects(connection, address, settings.timeoutMs, buildDocumentHeaders(address, explicit));
  } finally {
    await connection.close();
  }
}

/** Reads a file or an http(s) address, up to 8 MiB and within DMT_TIMEOUT_MS. Follows redirects on the same host only. */
export const readDocument = (source: string, environment: Environment): Promise<DocumentText> =>
  isHttpAddress(source) ? readFromAddress(source, environment) : readFromFile(source);
