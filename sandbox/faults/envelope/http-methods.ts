import { faultTable } from '../table.ts';
import { plain } from '../../http/responses.ts';
import { instead } from '../../twists/twists.ts';
import { serverError } from '../../twists/responses.ts';

/** Verbs the document does not speak of. */
export const verbFaults = faultTable({}, [
  {
    warns: ['HTTP-UNKNOWN-VERB'],
    does: 'A verb of WebDAV is HTTP 501.',
    twist: instead(
      ({ method }) => method === 'PROPFIND',
      (ask) => plain(ask, 501),
    ),
  },
  {
    breaks: ['HTTP-NO-5XX'],
    does: 'PATCH is a server error.',
    checks: ['Other verbs', 'Refusals'],
    twist: instead(
      ({ method }) => method === 'PATCH',
      () => serverError,
    ),
  },
]);
