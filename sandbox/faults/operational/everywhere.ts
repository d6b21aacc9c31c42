import { faultTable } from '../table.ts';
import { json, plain, text } from '../../http/responses.ts';
import type { Ask } from '../../http/exchange.ts';
import { answering, both, on } from '../../twists/twists.ts';
import { withBody } from '../../twists/results.ts';
import { serverError } from '../../twists/responses.ts';

const actuator = on('ACTUATOR');
const bodied = (ask: Ask): boolean => actuator(ask) && ask.raw.length > 0;

/** The checks of these endpoints alone: nothing else could see them. */
const checks = ['ACTUATOR', 'ERROR', 'SERVICE'];

const refusedBodies = faultTable(
  { breaks: ['ACTUATOR-BODY-ACCEPTED'], checks },
  [400, 403, 404, 415].map((status) => ({
    id: `operational-bodies-are-${status}`,
    does: `Bodies of operational requests are refused with HTTP ${status}.`,
    twist: answering(bodied, (_, ask) => plain(ask, status)),
  })),
);

/** The same wrong in every row at once. */
export const operationalTableFaults = [
  ...refusedBodies,
  ...faultTable({ checks }, [
    {
      id: 'operational-bodies-are-a-server-error',
      breaks: ['ACTUATOR-BODY-ACCEPTED'],
      does: 'Bodies of operational requests are a server error.',
      twist: answering(bodied, () => serverError),
    },
    {
      id: 'operational-objects-are-arrays',
      breaks: ['ACTUATOR-OBJECT', 'ACTUATOR-LINKS'],
      does: 'Every operational object is an array.',
      twist: answering(actuator, (answer) => (answer.json === undefined ? answer : withBody(answer, [answer.json]))),
    },
    {
      id: 'operational-objects-are-null',
      breaks: ['ACTUATOR-OBJECT', 'ACTUATOR-LINKS'],
      does: 'Every operational object is null.',
      twist: answering(actuator, (answer) => (answer.json === undefined ? answer : withBody(answer, null))),
    },
    {
      id: 'named-objects-are-arrays',
      breaks: ['ACTUATOR-OBJECT'],
      does: 'What is asked for by its name is an array.',
      twist: answering(
        (ask) => actuator(ask) && ask.path.split('/').length > 3,
        (answer) => (answer.status === 200 && answer.json !== undefined ? withBody(answer, [answer.json]) : answer),
      ),
    },
    {
      id: 'operational-objects-are-plain-text',
      breaks: ['ACTUATOR-MEDIA-TYPE'],
      does: 'Every operational object is JSON under text/plain.',
      twist: answering(actuator, (answer) =>
        answer.json === undefined ? answer : { ...answer, headers: { 'content-type': 'text/plain' } },
      ),
    },
    {
      id: 'service-definitions-are-objects',
      breaks: ['SERVICE-STRING'],
      does: 'Every service definition, known or not, is an object.',
      twist: answering(on('SERVICE'), () => json(200, { wallet: 'v3' })),
    },
    {
      id: 'operational-and-business-both-wrong',
      breaks: ['ACTUATOR-HEALTH', 'ERROR-POST', 'SERVICE-SERVED'],
      does: 'Operational answers, /error and service definitions are refused oddly, each in one place.',
      twist: both(
        answering(
          ({ path }) => path === '/actuator/health',
          (_, ask) => plain(ask, 400),
        ),
        answering(
          ({ method, path }) => method === 'POST' && path === '/error',
          (_, ask) => plain(ask, 415),
        ),
        answering(on('SERVICE'), () => text(400, 'text/plain', 'no')),
      ),
    },
  ]),
];
