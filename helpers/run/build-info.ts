import { isRecord } from '../core/json.ts';
import { sha256 } from '../core/sha256.ts';
import { shorten, toOneLine } from '../core/text.ts';

/** The texts of the page, by path: `build.version`. */
export type InfoTexts = ReadonlyMap<string, string>;

/** Numbers and lists are left out: they count more often than they name. */
const flatten = (value: unknown, path: string): readonly (readonly [string, string])[] => {
  if (typeof value === 'string') return [[path, value]];
  const parts = isRecord(value) ? Object.entries(value) : [];
  return parts.flatMap(([name, each]) => flatten(each, path === '' ? name : `${path}.${name}`));
};

const versionPaths = ['build.version', 'git.build.version', 'app.version', 'version'];
const commitPaths = ['git.commit.id', 'git.commit.id.full', 'git.commit.id.abbrev'];
const buildPaths: ReadonlySet<string> = new Set([...versionPaths, ...commitPaths, 'build.time', 'git.build.time']);

/** What the page tells of the build, in the fields that common frameworks give it. Any other text may change while the build stays. */
export const readBuildTexts = (body: unknown): InfoTexts => new Map(flatten(body, '').filter(([path]) => buildPaths.has(path)));

const longestName = 60;
const shortCommit = 12;

/** Null where the page has no field for version or commit. */
export function nameBuild(texts: InfoTexts): string | null {
  const first = (paths: readonly string[]): string => paths.map((path) => texts.get(path) ?? '').find((text) => text !== '') ?? '';
  const version = shorten(first(versionPaths), longestName);
  const commit = first(commitPaths).slice(0, shortCommit);
  const parts = [version, commit && `commit ${commit}`].filter((part) => part !== '');
  return parts.length === 0 ? null : toOneLine(parts.join(', '));
}

export const fingerprintTexts = (texts: InfoTexts): string =>
  sha256(JSON.stringify([...texts].sort(([one], [other]) => (one < other ? -1 : 1))));
