import { textAt } from '../../core/json.ts';

interface Locations {
  /** Absolute addresses on the target's own host. */
  readonly followed: readonly string[];
  /** Other addresses of the index, in words; the suite does not request them. */
  readonly refused: readonly string[];
}

/** No service has more groups on purpose. */
const groupsRead = 20;

const longest = 200;

const nonEmptyTextAt = (entry: unknown, name: string): string | null => {
  const text = textAt(entry, name);
  return text === '' ? null : text;
};

const isAbsolute = (location: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(location);

/** Springfox writes locations relative to its context, which is the base address. Spaces in group names are not encoded. */
function resolveLocation(location: string, baseUrl: string): string | null {
  const written = isAbsolute(location) ? location : `${baseUrl}/${location.replace(/^[/\\]+/, '')}`;
  if (location.length > longest * 10 || !URL.canParse(written)) return null;
  const address = new URL(written);
  return address.origin === new URL(baseUrl).origin && address.username === '' ? address.href : null;
}

const quoteShortened = (text: string): string => JSON.stringify(text.slice(0, longest));

/** The groups of a `/swagger-resources` answer, only those of version 2.0 if the index names versions; null for anything else. */
export function readLocations(index: unknown, baseUrl: string): Locations | null {
  if (!Array.isArray(index)) return null;
  const entries: readonly unknown[] = index;
  const second = entries.filter((entry) => nonEmptyTextAt(entry, 'swaggerVersion')?.startsWith('2') === true);
  const named = (second.length > 0 ? second : entries).map((entry) => nonEmptyTextAt(entry, 'location') ?? nonEmptyTextAt(entry, 'url'));
  const locations = [...new Set(named.filter((location) => location !== null))];
  const found = locations.map((location) => ({ location, address: resolveLocation(location, baseUrl) }));
  const own = found.flatMap(({ address }) => (address === null ? [] : [address]));
  const strange = found
    .filter(({ address }) => address === null)
    .map(({ location }) => `${quoteShortened(location)} is not on the target's host`);
  const many = own.length > groupsRead ? [`${own.length - groupsRead} of ${own.length} groups were not read`] : [];
  return { followed: own.slice(0, groupsRead), refused: [...strange.slice(0, groupsRead), ...many] };
}
