import type { ClauseSection } from '../../clause.ts';

export const operationalEndpointSections = [
  {
    section: 'Operational and diagnostic endpoints',
    operation: 'ACTUATOR',
    clauses: {
      'ACTUATOR-STATUSES': {
        certainty: 'stated',
        text: 'An operational endpoint answers 200, 401, 403 or 404, and 201 (POST) or 204 (DELETE) where its row says so.',
      },
      'ACTUATOR-MEDIA-TYPE': {
        certainty: 'stated',
        text: 'Content with HTTP 200 or 201 is `application/json` or `application/vnd.service.actuator.v2+json`, the heap dump and POST `/actuator/loggers/{name}` aside.',
      },
      'ACTUATOR-OBJECT': {
        certainty: 'stated',
        text: 'The body of an answer with HTTP 200 is a JSON object, the heap dump and POST `/actuator/loggers/{name}` aside.',
      },
      'ACTUATOR-BODY-ACCEPTED': {
        certainty: 'stated',
        text: 'An optional JSON object with text values is accepted as body of every operation, GET and DELETE included.',
      },
      'ACTUATOR-LINKS': { certainty: 'stated', text: 'The result of GET `/actuator` is a map; each value is a map of link objects.' },
      'ACTUATOR-LINK-HREF': { certainty: 'stated', text: '`href` of a link is text.' },
      'ACTUATOR-LINK-TEMPLATED': { certainty: 'stated', text: '`templated` of a link is a boolean.' },
      'ACTUATOR-HEAPDUMP-OCTETS': { certainty: 'stated', text: 'GET `/actuator/heapdump` returns `application/octet-stream`.' },
      'ACTUATOR-LOGGERS-NAME-ANY-TYPE': { certainty: 'stated', text: 'POST `/actuator/loggers/{name}` may answer in any media type.' },
      'ACTUATOR-ROOT': { certainty: 'stated', text: 'GET `/actuator` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-ARCHAIUS': { certainty: 'stated', text: 'GET `/actuator/archaius` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-AUDITEVENTS': { certainty: 'stated', text: 'GET `/actuator/auditevents` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-BEANS': { certainty: 'stated', text: 'GET `/actuator/beans` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-CONDITIONS': { certainty: 'stated', text: 'GET `/actuator/conditions` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-CONFIGPROPS': { certainty: 'stated', text: 'GET `/actuator/configprops` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-ENV': { certainty: 'stated', text: 'GET `/actuator/env` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-ENV-POST': { certainty: 'stated', text: 'POST `/actuator/env` exists and answers 200, 201, 401, 403 or 404.' },
      'ACTUATOR-ENV-DELETE': { certainty: 'stated', text: 'DELETE `/actuator/env` exists and answers 200, 204, 401, 403 or 404.' },
      'ACTUATOR-ENV-TO-MATCH': { certainty: 'stated', text: 'GET `/actuator/env/{toMatch}` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-FEATURES': { certainty: 'stated', text: 'GET `/actuator/features` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-FILTERS': { certainty: 'stated', text: 'GET `/actuator/filters` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-HEALTH': { certainty: 'stated', text: 'GET `/actuator/health` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-HEAPDUMP': { certainty: 'stated', text: 'GET `/actuator/heapdump` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-HTTPTRACE': { certainty: 'stated', text: 'GET `/actuator/httptrace` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-INFO': { certainty: 'stated', text: 'GET `/actuator/info` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-LOGGERS': { certainty: 'stated', text: 'GET `/actuator/loggers` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-LOGGERS-NAME': { certainty: 'stated', text: 'GET `/actuator/loggers/{name}` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-LOGGERS-NAME-POST': {
        certainty: 'stated',
        text: 'POST `/actuator/loggers/{name}` takes JSON and answers 200, 201, 401, 403 or 404.',
      },
      'ACTUATOR-MAPPINGS': { certainty: 'stated', text: 'GET `/actuator/mappings` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-METRICS': { certainty: 'stated', text: 'GET `/actuator/metrics` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-METRICS-NAME': {
        certainty: 'stated',
        text: 'GET `/actuator/metrics/{requiredMetricName}` exists and answers 200, 401, 403 or 404.',
      },
      'ACTUATOR-REFRESH-POST': { certainty: 'stated', text: 'POST `/actuator/refresh` takes JSON and answers 200, 201, 401, 403 or 404.' },
      'ACTUATOR-ROUTES': { certainty: 'stated', text: 'GET `/actuator/routes` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-ROUTES-POST': { certainty: 'stated', text: 'POST `/actuator/routes` takes JSON and answers 200, 201, 401, 403 or 404.' },
      'ACTUATOR-ROUTES-FORMAT': { certainty: 'stated', text: 'GET `/actuator/routes/{format}` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-SCHEDULEDTASKS': { certainty: 'stated', text: 'GET `/actuator/scheduledtasks` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-SERVICE-REGISTRY': {
        certainty: 'stated',
        text: 'GET `/actuator/service-registry` exists and answers 200, 401, 403 or 404.',
      },
      'ACTUATOR-SERVICE-REGISTRY-POST': {
        certainty: 'stated',
        text: 'POST `/actuator/service-registry` exists and answers 200, 201, 401, 403 or 404.',
      },
      'ACTUATOR-THREADDUMP': { certainty: 'stated', text: 'GET `/actuator/threaddump` exists and answers 200, 401, 403 or 404.' },
      'ACTUATOR-FIELDS-NOT-SHOWN': { certainty: 'silent', text: 'Which fields these objects hold is left open.' },
      'SWAGGER-ACTUATOR-PRESENT': {
        operation: 'SWAGGER',
        certainty: 'implied',
        text: 'The description has every method and path under `/actuator`.',
      },
      'SWAGGER-STATUSES': {
        operation: 'SWAGGER',
        certainty: 'implied',
        text: 'Operational operations are described with 401 and 403, and those by GET and POST with 404.',
      },
      'SWAGGER-PARAMETERS': {
        operation: 'SWAGGER',
        certainty: 'implied',
        text: 'A parameter of an operational path is described in the location the document gives it, and `servicename` as text.',
      },
      'SWAGGER-MEDIA-TYPES': {
        operation: 'SWAGGER',
        certainty: 'implied',
        text: 'The described media types do not contradict those of the document.',
      },
      'SWAGGER-TYPES': {
        operation: 'SWAGGER',
        certainty: 'implied',
        text: 'Described results of operational endpoints do not contradict a JSON object.',
      },
    },
  },
  {
    section: 'Error and service-definition endpoints',
    operation: 'ERROR',
    clauses: {
      'ERROR-GET': {
        certainty: 'stated',
        text: 'GET `/error` exists and answers 200, 401, 403 or 404, the server error of a framework with the JSON object aside.',
      },
      'ERROR-HEAD': {
        certainty: 'stated',
        text: 'HEAD `/error` exists and answers 200, 204, 401, 403 or 404, the server error of a framework with the JSON object aside.',
      },
      'ERROR-POST': {
        certainty: 'stated',
        text: 'POST `/error` exists and answers 200, 201, 401, 403 or 404, the server error of a framework with the JSON object aside.',
      },
      'ERROR-PUT': {
        certainty: 'stated',
        text: 'PUT `/error` exists and answers 200, 201, 401, 403 or 404, the server error of a framework with the JSON object aside.',
      },
      'ERROR-DELETE': {
        certainty: 'stated',
        text: 'DELETE `/error` exists and answers 200, 204, 401, 403 or 404, the server error of a framework with the JSON object aside.',
      },
      'ERROR-OPTIONS': {
        certainty: 'stated',
        text: 'OPTIONS `/error` exists and answers 200, 204, 401, 403 or 404, the server error of a framework with the JSON object aside.',
      },
      'ERROR-PATCH': {
        certainty: 'stated',
        text: 'PATCH `/error` exists and answers 200, 204, 401, 403 or 404, the server error of a framework with the JSON object aside.',
      },
      'ERROR-OBJECT': {
        certainty: 'stated',
        text: 'An answer of `/error` with HTTP 200, and any content with HTTP 201, is a JSON object, HEAD aside.',
      },
      'ERROR-FRAMEWORK-500': { certainty: 'exemplified', text: '`/error` does not answer HTTP 500, not even with the JSON object.' },
      'SERVICE-SERVED': {
        operation: 'SERVICE',
        certainty: 'stated',
        text: 'GET `/service/{servicename}` exists and answers 200, 401, 403 or 404.',
      },
      'SERVICE-NAME': { operation: 'SERVICE', certainty: 'stated', text: '`servicename` in the path is required text.' },
      'SERVICE-STRING': {
        operation: 'SERVICE',
        certainty: 'stated',
        text: 'The definition is a string; under a JSON media type, a JSON string.',
      },
      'SWAGGER-ERROR-PRESENT': { operation: 'SWAGGER', certainty: 'implied', text: 'The description has `/error` with all its methods.' },
      'SWAGGER-SERVICE-PRESENT': { operation: 'SWAGGER', certainty: 'implied', text: 'The description has GET `/service/{servicename}`.' },
    },
  },
] as const satisfies readonly ClauseSection[];
