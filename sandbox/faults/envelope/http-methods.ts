import { plain } from '../../http/responses.ts';
import type { Fault } from '../../catalog.ts';
import { instead } from '../../twists/twists.ts';
import { serverError } from '../../twists/responses.ts';

/** Verbs the document does not speak of. */
export const verbFaults: Fault[] = [
  {
    id: 'a-verb-of-webdav-is-http-501',
    story: 'A verb of WebDAV is HTTP 501.',
    breaks: [],
    warns: ['HTTP-UNKNOWN-VERB'],
    twist: instead(
      ({ method }) => method === 'PROPFIND',
      (ask) => plain(ask, 501),
    ),
  },
  {
    id: 'patch-is-a-server-error',
    story: 'PATCH is a server error.',
    breaks: ['HTTP-NO-5XX'],
    checks: ['Other verbs', 'Refusals'],
    twist: instead(
      ({ method }) => method === 'PATCH',
      () => serverError,
    ),
  },
];
