import { json, httpError, text } from '../http/responses.ts';
import type { Variant } from '../catalog.ts';
import { changeResponse, everyNth, onRoute, respondWith, on } from '../twists/twists.ts';

const service = onRoute('GET', '/service/{servicename}');

/** Two instances take turns, and one of them hides its operational endpoints. */
const hiddenOnOneOfTwo = (status: number): Variant => ({
  id: `operational-hidden-on-one-of-two-with-${status}`,
  does: `One of two instances answers operational requests with HTTP ${status}.`,
  twist: everyNth(
    2,
    on('ACTUATOR'),
    respondWith(on('ACTUATOR'), (request) => httpError(request, status)),
  ),
});

const all: Variant[] = [
  ...[401, 403, 404].map(hiddenOnOneOfTwo),
  {
    id: 'logger-answers-text',
    does: 'POST /actuator/loggers/{name} answers plain text.',
    twist: changeResponse(onRoute('POST', '/actuator/loggers/{name}'), (response) =>
      response.status === 200 ? text(200, 'text/plain', 'level set') : response,
    ),
  },
  {
    id: 'logger-answers-nothing',
    does: 'POST /actuator/loggers/{name} answers with no content type and no body.',
    twist: changeResponse(onRoute('POST', '/actuator/loggers/{name}'), (response) =>
      response.status === 200 ? { status: 200, headers: {} } : response,
    ),
  },
  {
    id: 'actuator-charset',
    does: 'The media type of operational answers names a charset, and is in capitals.',
    twist: changeResponse(on('ACTUATOR'), (response) =>
      response.headers['content-type'] === 'application/json'
        ? { ...response, headers: { 'content-type': 'Application/JSON;charset=UTF-8' } }
        : response,
    ),
  },
  {
    id: 'actuator-partly-exposed',
    does: 'Only health and info are exposed; the others are 404 without a body.',
    twist: respondWith(
      (request) => on('ACTUATOR')(request) && !/^\/actuator(\/health|\/info)?$/.test(request.path),
      () => ({ status: 404, headers: {} }),
    ),
  },
  {
    id: 'actuator-no-links',
    does: 'GET /actuator is an empty map.',
    twist: changeResponse(onRoute('GET', '/actuator'), (response) => ({ ...response, json: {} })),
  },
  { id: 'error-401', does: '/error wants a login.', twist: respondWith(on('ERROR'), (request) => httpError(request, 401)) },
  { id: 'error-404', does: '/error is not found.', twist: respondWith(on('ERROR'), (request) => httpError(request, 404)) },
  { id: 'error-is-empty', does: '/error is an empty JSON object.', twist: changeResponse(on('ERROR'), () => json(200, {})) },
  { id: 'service-403', does: 'Service definitions are forbidden.', twist: respondWith(service, (request) => httpError(request, 403)) },
  {
    id: 'service-in-yaml',
    does: 'A service definition is YAML.',
    twist: changeResponse(service, (response) =>
      response.status === 200 ? text(200, 'application/yaml', 'wallet:\n  version: v3\n') : response,
    ),
  },
  {
    id: 'service-always-defined',
    does: 'Every name has a definition.',
    twist: respondWith(service, () => text(200, 'text/plain', 'no definition')),
  },
];

export const operationalVariants: Variant[] = all.map((variant) => ({ ...variant, checks: ['ACTUATOR', 'ERROR', 'SERVICE'] }));
