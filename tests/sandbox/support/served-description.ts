import { field, isObject, type Json } from '../../../sandbox/http/json.ts';
import { startSandbox, type SandboxOptions } from '../../../sandbox/start.ts';
import { partner, send, word } from './partner.ts';

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

export interface Served {
  /** HTTP status of the page for people. */
  page: number;
  /** HTTP status of the index of documents. */
  index: number;
  documents: Map<string, Json | undefined>;
}

/** Searches as a browser would: the page, the index and every document in it; else the usual places. */
export async function description(options: SandboxOptions): Promise<Served> {
  const box = await startSandbox(options);
  try {
    const { token } = await partner(box);
    const get = (path: string): ReturnType<typeof send> => send(box, 'GET', path, { token });
    const page = await get('/swagger-ui.html');
    const index = await get('/swagger-resources');
    const entries = index.http === 200 ? parsed(index.text) : undefined;
    const named = Array.isArray(entries) ? entries.map((entry) => word(entry, 'location')) : ['/v2/api-docs', '/v3/api-docs'];
    const documents = new Map<string, Json | undefined>();
    for (const place of named) {
      const { http, text } = await get(place);
      if (http === 200) documents.set(place, parsed(text.replaceAll(new URL(box.baseUrl).host, 'sandbox')));
    }
    return { page: page.http, index: index.http, documents };
  } finally {
    await box.close();
  }
}

/** Every leaf value by its place. */
function leaves(value: Json | undefined, place = ''): [string, Json][] {
  if (value === undefined) return [];
  const entries = isObject(value) ? Object.entries(value) : Array.isArray(value) ? [...value.entries()] : [];
  if (entries.length === 0) return [[place, value]];
  return entries.flatMap(([name, inner]) => leaves(inner, `${place} ${name}`.trimStart()));
}

export function differences(one: Json | undefined, other: Json | undefined): string[] {
  const before = new Map(leaves(one));
  const after = new Map(leaves(other));
  const places = [...new Set([...before.keys(), ...after.keys()])];
  return places.filter((place) => JSON.stringify(before.get(place)) !== JSON.stringify(after.get(place)));
}

/** The value at a place whose names are separated by blanks. */
export const at = (document: Json | undefined, place: string): Json | undefined =>
  place.split(' ').reduce<Json | undefined>((value, name) => (Array.isArray(value) ? value[Number(name)] : field(value, name)), document);
