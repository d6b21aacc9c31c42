import { json, plain, text } from '../http/responses.ts';
import type { Variant } from '../catalog.ts';
import { answering, at, instead, on } from '../twists/twists.ts';

const service = at('GET', '/service/{servicename}');

const all: Variant[] = [
  {
    id: 'logger-answers-text',
    does: 'POST /actuator/loggers/{name} answers plain text.',
    twist: answering(at('POST', '/actuator/loggers/{name}'), (answer) =>
      answer.status === 200 ? text(200, 'text/plain', 'level set') : answer,
    ),
  },
  {
    id: 'logger-answers-nothing',
    does: 'POST /actuator/loggers/{name} answers with no content type and no body.',
    twist: answering(at('POST', '/actuator/loggers/{name}'), (answer) => (answer.status === 200 ? { status: 200, headers: {} } : answer)),
  },
  {
    id: 'actuator-charset',
    does: 'The media type of operational answers names a charset, and is in capitals.',
    twist: answering(on('ACTUATOR'), (answer) =>
      answer.headers['content-type'] === 'application/json'
        ? { ...answer, headers: { 'content-type': 'Application/JSON;charset=UTF-8' } }
        : answer,
    ),
  },
  {
    id: 'actuator-partly-exposed',
    does: 'Only health and info are exposed; the others are 404 without a body.',
    twist: instead(
      (ask) => on('ACTUATOR')(ask) && !/^\/actuator(\/health|\/info)?$/.test(ask.path),
      () => ({ status: 404, headers: {} }),
    ),
  },
  {
    id: 'actuator-no-links',
    does: 'GET /actuator is an empty map.',
    twist: answering(at('GET', '/actuator'), (answer) => ({ ...answer, json: {} })),
  },
  { id: 'error-401', does: '/error wants a login.', twist: instead(on('ERROR'), (ask) => plain(ask, 401)) },
  { id: 'error-404', does: '/error is not found.', twist: instead(on('ERROR'), (ask) => plain(ask, 404)) },
  { id: 'error-is-empty', does: '/error is an empty JSON object.', twist: answering(on('ERROR'), () => json(200, {})) },
  { id: 'service-403', does: 'Service definitions are forbidden.', twist: instead(service, (ask) => plain(ask, 403)) },
  {
    id: 'service-in-yaml',
    does: 'A service definition is YAML.',
    twist: answering(service, (answer) => (answer.status === 200 ? text(200, 'application/yaml', 'wallet:\n  version: v3\n') : answer)),
  },
  {
    id: 'service-always-defined',
    does: 'Every name has a definition.',
    twist: instead(service, () => text(200, 'text/plain', 'no definition')),
  },
];

/** Operational endpoints, /error and service definitions, otherwise and within the document. */
export const operationalVariants: Variant[] = all.map((variant) => ({ ...variant, checks: ['ACTUATOR', 'ERROR', 'SERVICE'] }));
