import { isGatewayStatus } from '../../core/gateway-statuses.ts';
import type { DescribedOperation } from '../read/model.ts';
import { joinPlace } from '../read/operation.ts';
import { findSchemaMismatches } from './schema-mismatches.ts';
import type { SeenAnswer } from './seen-answers.ts';

export interface Disagreement {
  /** `GET /wallet/… › 200 › result.invoiceId` */
  readonly place: string;
  readonly described: string;
  readonly answered: string;
}

/** `anyStatus`: the `default` response covers every status. */
export interface Announced {
  readonly operation: DescribedOperation;
  readonly anyStatus: boolean;
}

/** These statuses answer a request outside the operation: malformed, or with another method. */
const statusesOutsideOperation = new Set([400, 405, 415]);

/** Any operation may answer these, so a description that leaves one out says nothing (reading 25). */
const statusesOfAnyOperation = new Set([401, 403, 404]);

/** Spring's own name for the vendor's JSON counts as the same type. */
const mediaTypeFamily = (mediaType: string): string =>
  /^application\/vnd\..+\.actuator\.v\d\+json$/.test(mediaType) ? 'vendor json' : mediaType;

const coversMediaType = (range: string, mediaType: string): boolean =>
  range === '*/*' ||
  mediaTypeFamily(range) === mediaTypeFamily(mediaType) ||
  (range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1)));

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function compareMediaType({ status, mediaType, method }: SeenAnswer, { produces }: DescribedOperation, at: string): Disagreement[] {
  if (produces === null || produces.length === 0 || mediaType === null || !isSuccess(status) || method === 'HEAD') return [];
  if (produces.some((range) => coversMediaType(range, mediaType))) return [];
  return [{ place: `${at} › Content-Type`, described: produces.join(', '), answered: mediaType }];
}

export function findDisagreements(sighting: SeenAnswer, { operation, anyStatus }: Announced): Disagreement[] {
  const { method, path, status, body } = sighting;
  if (statusesOutsideOperation.has(status) || isGatewayStatus(status)) return [];
  const at = `${method} ${path} › ${status}`;
  const response = operation.responses.get(String(status));
  if (response === undefined) {
    const listed = [...operation.responses.keys()].sort().join(', ');
    return anyStatus || statusesOfAnyOperation.has(status)
      ? []
      : [{ place: at, described: `HTTP ${listed === '' ? 'none' : listed}`, answered: `HTTP ${status}` }];
  }
  const schema = body === undefined ? null : response.schema;
  const bodies = schema === null || body === undefined ? [] : findSchemaMismatches(body, schema);
  const ofBody = bodies.map(({ place, described, answered }) => ({ place: joinPlace(at, place), described, answered }));
  return [...compareMediaType(sighting, operation, at), ...ofBody];
}
