import { parseJsonAnswer, readAnswerDocument, readDescriptionFile, type DocumentRead } from './read-document.ts';
import type { Json } from '../../core/json.ts';
import { isHttpAddress } from '../../config/addresses.ts';
import { readLocations } from './locations.ts';
import type { WireResponse } from '../../core/exchange.ts';

export interface LiveDocument {
  readonly source: string;
  readonly document: Json;
}

/** One document, or one per group. */
export interface FoundDescription {
  readonly documents: readonly LiveDocument[];
  /** How the description was found, in words. */
  readonly facts: readonly string[];
  /** Parts that the index names but that were not read: what seems missing may be there. */
  readonly unread: readonly string[];
}

/** `tried` lists each place and what came instead. */
interface NoDescription {
  readonly documents: null;
  readonly tried: readonly string[];
  /** The configured address or file is no description. */
  readonly configured: boolean;
}

/** A null answer means that no answer came or the request was not permitted. */
interface DescriptionReader {
  readonly baseUrl: string;
  readonly configured: string | null;
  /** Sends GET without a token, then with one where that may help. Returns the first answer with status 200, else the last. */
  readonly get: (address: string) => Promise<WireResponse | null>;
}

const guesses = ['/v2/api-docs', '/v2/api-docs?group=default', '/v3/api-docs'] as const;

async function readAt({ get }: DescriptionReader, address: string): Promise<DocumentRead> {
  const answer = await get(address);
  return answer === null ? { ok: false, reason: 'no answer' } : readAnswerDocument(answer);
}

const describeProblem = (address: string, read: DocumentRead, { baseUrl }: DescriptionReader): string[] =>
  read.ok ? [] : [`${address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : address}: ${read.reason}`];

async function readConfigured(reader: DescriptionReader, where: string): Promise<FoundDescription | NoDescription> {
  const { read, source } = isHttpAddress(where) ? { read: await readAt(reader, where), source: where } : readDescriptionFile(where);
  if (!read.ok) return { documents: null, tried: describeProblem(source, read, reader), configured: true };
  return { documents: [{ source, document: read.document }], facts: [`description: ${source} (DMT_SWAGGER_URL)`], unread: [] };
}

/** Reads every group of the index; null when the index is missing or leads nowhere. */
async function readIndexed(reader: DescriptionReader, tried: string[]): Promise<FoundDescription | null> {
  const index = `${reader.baseUrl}/swagger-resources`;
  const answer = await reader.get(index);
  const locations = answer === null ? null : readLocations(parseJsonAnswer(answer), reader.baseUrl);
  if (locations === null) {
    tried.push(`/swagger-resources: ${answer === null ? 'no answer' : answer.status === 200 ? 'no index' : `HTTP ${answer.status}`}`);
    return null;
  }
  const reads = [];
  for (const address of locations.followed) reads.push({ source: address, read: await readAt(reader, address) });
  const documents = reads.flatMap(({ source, read }) => (read.ok ? [{ source, document: read.document }] : []));
  const missing = [...reads.flatMap(({ source, read }) => describeProblem(source, read, reader)), ...locations.refused];
  if (documents.length === 0) {
    tried.push(...missing);
    return null;
  }
  return { documents, facts: documents.map(({ source }) => `description: ${source}, named by ${index}`), unread: missing };
}

/** A 3.x document is the last choice: another one may have the expected version. */
const mayBeVersionTwo = (document: Json): boolean => !Object.hasOwn(document, 'openapi');

async function readGuessed(reader: DescriptionReader, tried: string[]): Promise<FoundDescription | null> {
  for (const path of guesses) {
    const source = reader.baseUrl + path;
    const read = await readAt(reader, source);
    if (read.ok) return { documents: [{ source, document: read.document }], facts: [`description: ${source}`], unread: [] };
    tried.push(...describeProblem(source, read, reader));
  }
  return null;
}

/** Uses the configured place, else the index, else the usual addresses. */
export async function findDescription(reader: DescriptionReader): Promise<FoundDescription | NoDescription> {
  if (reader.configured !== null) return readConfigured(reader, reader.configured);
  const tried: string[] = [];
  const byIndex = await readIndexed(reader, tried);
  if (byIndex?.documents.some(({ document }) => mayBeVersionTwo(document)) === true) return byIndex;
  return (await readGuessed(reader, tried)) ?? byIndex ?? { documents: null, tried, configured: false };
}

export const isFound = (found: FoundDescription | NoDescription): found is FoundDescription => found.documents !== null;
