import { isRecord } from '../core/json.ts';
import { sha256 } from '../core/sha256.ts';
import { shorten, toOneLine } from '../core/text.ts';

/** The texts of the page, by path: `build.version`. */
export type InfoTexts = ReadonlyMap<string, string>;

const flatten = (value: unknown, path: string): readonly (readonly [string, string])[] => {
  if (typeof value === 'string') return [[path, value]];
  const parts = isRecord(value) ? Object.entries(value) : [];
  return parts.flatMap(([name, each]) => flatten(each, path === '' ? name : `${path}.${name}`));
};

/** Numbers and lists are left out: they count more often than they name. */
export const readInfoTexts = (body: unknown): InfoTexts => new Map(flatten(body, ''));

const versionPaths = ['build.version', 'git.build.version', 'app.version', 'version'];
const commitPaths = ['git.commit.id', 'git.commit.id.full', 'git.commit.id.abbrev'];
const buildPaths: ReadonlySet<string> = new Set([...versionPaths, ...commitPaths, 'build.time', 'git.build.time']);

/** A clock, a date, a duration or a counter in words: it changes while the build stays. */
const passingTime = /\d:\d\d|\d{4}-\d\d|^\W*\d[\d\s.,]*$|\d\s*(?:ms|s|m|h|d|sec\w*|min\w*|hours?|days?|weeks?)\b|^P[\dT]/i;

/**
 * What the page tells of the build: the fields that common frameworks give it, otherwise every text that names no time. What differs
 * between two reads in a row says nothing.
 */
export function pickSteadyTexts(one: InfoTexts, other: InfoTexts): InfoTexts {
  const steady = [...one].filter(([path, text]) => other.get(path) === text);
  const named = steady.filter(([path]) => buildPaths.has(path));
  return new Map(named.length > 0 ? named : steady.filter(([, text]) => !passingTime.test(text)));
}

/** The texts of a later page at the same places; empty where it has none. */
export const atSamePlaces = (texts: InfoTexts, later: InfoTexts): InfoTexts =>
  new Map([...texts.keys()].map((path) => [path, later.get(path) ?? '']));

const longestName = 60;
const shortCommit = 12;

/** Null where the page has no field for version or commit. */
export function nameBuild(texts: InfoTexts): string | null {
  const first = (paths: readonly string[]): string => paths.map((path) => texts.get(path) ?? '').find((text) => text !== '') ?? '';
  const [version, commit] = [shorten(first(versionPaths), longestName), first(commitPaths).slice(0, shortCommit)];
  const parts = [version, commit && `commit ${commit}`].filter((part) => part !== '');
  return parts.length === 0 ? null : toOneLine(parts.join(', '));
}

export const fingerprintTexts = (texts: InfoTexts): string =>
  sha256(JSON.stringify([...texts].sort(([one], [other]) => (one < other ? -1 : 1))));
