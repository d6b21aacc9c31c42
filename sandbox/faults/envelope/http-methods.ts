import { faultTable } from '../table.ts';
import { httpError } from '../../http/responses.ts';
import { isBusinessPath, respondWith } from '../../twists/twists.ts';
import { serverError } from '../../twists/responses.ts';

export const httpMethodFaults = faultTable({}, [
  {
    warns: ['HTTP-UNKNOWN-VERB'],
    does: 'A verb of WebDAV is HTTP 501.',
    twist: respondWith(
      ({ method }) => method === 'PROPFIND',
      (request) => httpError(request, 501),
    ),
  },
  {
    breaks: ['HTTP-NO-5XX'],
    does: 'DELETE on a business operation is a server error.',
    checks: ['Other verbs', 'Refusals'],
    twist: respondWith(
      (request) => isBusinessPath(request) && request.method === 'DELETE',
      () => serverError,
    ),
  },
]);
