import { actuatorOperations } from '../../specs/operational.ts';
import { operations } from '../../specs/operations.ts';
import { tokenEndpoint } from '../../specs/token.ts';
import { splitAddress } from './addresses.ts';

type Segments = readonly string[];
const splitSegments = (path: string): Segments => path.split('/').filter((segment) => segment !== '');

/** Paths that the suite adds to an address. `/error` and `/service/…` are left out, because a real address may end with them. */
const suitePaths: readonly Segments[] = [tokenEndpoint, ...operations, ...actuatorOperations].map(({ path }) => splitSegments(path));
/** Only the whole path shows such a page, not its beginning alone. */
const descriptionPages: readonly Segments[] = ['/swagger-ui.html', '/v2/api-docs'].map(splitSegments);

const fitsSegment = (segment: string, template: string | undefined): boolean => segment === template || template?.startsWith('{') === true;
const beginsWithPath = (ending: Segments, path: Segments): boolean => ending.every((segment, index) => fitsSegment(segment, path[index]));

const isSuitePath = (ending: Segments): boolean =>
  suitePaths.some((path) => beginsWithPath(ending, path)) ||
  descriptionPages.some((path) => path.length === ending.length && beginsWithPath(ending, path));

/** The address without the path that the suite adds; unchanged where it has no such path. */
export function withoutSuitePath(address: string): string {
  const { origin, path } = splitAddress(address);
  const segments = splitSegments(path);
  const at = segments.findIndex((_, index) => isSuitePath(segments.slice(index)));
  return at < 0 ? address : withoutSuitePath([origin, ...segments.slice(0, at)].join('/'));
}
