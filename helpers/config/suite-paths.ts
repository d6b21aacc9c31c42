import { actuatorOperations } from '../../specs/operational.ts';
import { operations } from '../../specs/operations.ts';
import { tokenEndpoint } from '../../specs/token.ts';
import { splitAddress } from './addresses.ts';

type Segments = readonly string[];
const segmentsOf = (path: string): Segments => path.split('/').filter((segment) => segment !== '');

/** What the suite adds to an address. `/error` and `/service/…` are left out: somebody may have such a prefix. */
const added: readonly Segments[] = [tokenEndpoint, ...operations, ...actuatorOperations].map(({ path }) => segmentsOf(path));
/** Of these the beginning alone tells nothing. */
const pages: readonly Segments[] = ['/swagger-ui.html', '/v2/api-docs'].map(segmentsOf);

const fits = (segment: string, template: string | undefined): boolean => segment === template || template?.startsWith('{') === true;
const begins = (ending: Segments, path: Segments): boolean => ending.every((segment, index) => fits(segment, path[index]));

const isEnding = (ending: Segments): boolean =>
  added.some((path) => begins(ending, path)) || pages.some((path) => path.length === ending.length && begins(ending, path));

/** The address without what the suite adds to it; the same address where nothing of that is on it. */
export function withoutSuitePath(address: string): string {
  const { origin, path } = splitAddress(address);
  const segments = segmentsOf(path);
  const at = segments.findIndex((_, index) => isEnding(segments.slice(index)));
  return at < 0 ? address : withoutSuitePath([origin, ...segments.slice(0, at)].join('/'));
}
