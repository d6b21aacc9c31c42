import { isDeepStrictEqual } from 'node:util';
import type { PageData } from '../report/allure/page/pack.ts';
import { unpackPage } from '../report/allure/page/shell.ts';

/** Changes with every rendering: Allure's ids and times. The proof next to a page is not part of a run, whatever is said of it. */
const volatileIds =
  /"Proof of the suite":"[^"]*"|[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}(?=")|[\da-f]{32}|"(?:createdAt|order)":\d+|"cacheKey":"\d+"|"[\w-]{21}"(?=:)/g;
const ignoredParts = /^widgets\/globals\.json$|^data\/attachments\/(?!.*httpexchange)/;
const proof = /proof/i;

/** The pieces of a document, sorted, since their order varies. */
const sortPieces = (text: string): string =>
  text
    .replaceAll(volatileIds, '')
    .split(/[{}[\],]/)
    .filter((piece) => !proof.test(piece))
    .sort()
    .join('\n');

/** Everything that a reader sees, without what Allure makes up. */
const describeData = (data: PageData): readonly string[] =>
  [...data].map(([path, content]) => `${path.replaceAll(volatileIds, '')} ${sortPieces(content.toString('utf8'))}`).sort();

function isSameData(one: PageData, other: PageData): boolean {
  // Equal entries need no comparison of their pieces, and most are equal.
  const rest = (data: PageData, from: PageData): PageData =>
    new Map([...data].filter(([path, content]) => from.get(path)?.equals(content) !== true));
  return one.size === other.size && isDeepStrictEqual(describeData(rest(one, other)), describeData(rest(other, one)));
}

const pickComparable = (data: PageData): PageData => new Map([...data].filter(([path]) => !ignoredParts.test(path)));

/** True when two Allure pages differ only in what Allure makes up. */
export function isSamePage(one: string, other: string): boolean {
  const left = unpackPage(one);
  const right = unpackPage(other);
  if (left === null || right === null) return one === other;
  return (
    (left.shell === right.shell || sortPieces(left.shell) === sortPieces(right.shell)) &&
    left.program.equals(right.program) &&
    isSameData(pickComparable(left.data), pickComparable(right.data))
  );
}
