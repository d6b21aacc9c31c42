import { isDeepStrictEqual } from 'node:util';

/** Changes with every rendering: Allure's ids and times. The proof next to a page is not part of a run. */
const volatileIds =
  /[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}(?=")|[\da-f]{32}|"(?:createdAt|order)":\d+|"cacheKey":"\d+"|"[\w-]{21}"(?=:)/g;
const ignoredParts = /^widgets\/globals\.json$|^data\/attachments\/(?!.*httpexchange)/;
const proof = /proof/i;

const embedded = /d\("([^"]+)","([A-Za-z\d+/=]*)"\)/g;

/** The pieces of a document, sorted, since their order varies. */
const sortPieces = (text: string): string =>
  text
    .replaceAll(volatileIds, '')
    .split(/[{}[\],]/)
    .filter((piece) => !proof.test(piece))
    .sort()
    .join('\n');

interface Page {
  readonly shell: string;
  /** The embedded data, still encoded. */
  readonly data: readonly string[];
}

const parsePage = (html: string): Page => ({
  shell: html.replaceAll(embedded, ''),
  data: [...html.matchAll(embedded)].flatMap(([whole, path = '']) => (ignoredParts.test(path) ? [] : [whole])),
});

/** Decoded, so that everything a reader sees is compared. */
const decodeEmbedded = (data: readonly string[]): readonly string[] =>
  data
    .flatMap((whole) => [...whole.matchAll(embedded)])
    .map(
      ([, path = '', base64 = '']) => `${path.replaceAll(volatileIds, '')} ${sortPieces(Buffer.from(base64, 'base64').toString('utf8'))}`,
    )
    .sort();

function isSameData(one: readonly string[], other: readonly string[]): boolean {
  const [ofOne, ofOther] = [new Set(one), new Set(other)];
  // Equal entries need no decoding, and most are equal.
  return (
    one.length === other.length &&
    isDeepStrictEqual(
      decodeEmbedded(one.filter((whole) => !ofOther.has(whole))),
      decodeEmbedded(other.filter((whole) => !ofOne.has(whole))),
    )
  );
}

/** True when two Allure pages differ only in what Allure makes up. */
export function isSamePage(one: string, other: string): boolean {
  const [left, right] = [parsePage(one), parsePage(other)];
  return (left.shell === right.shell || sortPieces(left.shell) === sortPieces(right.shell)) && isSameData(left.data, right.data);
}
