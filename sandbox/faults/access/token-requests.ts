import { headerText, withTokenForm, withClientCredentials } from '../../twists/requests.ts';
import { firstAgent, otherAgent, asAgent, newestToken } from '../../twists/agents.ts';
import { faultTable } from '../table.ts';
import { httpError } from '../../http/responses.ts';
import type { Fault } from '../../catalog.ts';
import { changeResponse, changeRequest, isBusiness, respondWith, on, onPath } from '../../twists/twists.ts';
import { serverError } from '../../twists/responses.ts';

const requestFaults = [
  ...faultTable({ breaks: ['TOKEN-REFUSES-WRONG-CREDENTIALS'] }, [
    {
      does: 'The agent password is not looked at.',
      twist: changeRequest(on('TOKEN'), (request) =>
        withTokenForm(request, (form) => {
          form.set('password', request.store.agents.get(form.get('username') ?? '')?.password ?? '');
        }),
      ),
    },
    {
      does: 'The client password is not looked at.',
      twist: changeRequest(
        (request) => request.operation === 'TOKEN' && headerText(request, 'authorization').startsWith('Basic '),
        withClientCredentials,
      ),
    },
    {
      does: 'A token request without an agent is taken for one of the first.',
      twist: changeRequest(on('TOKEN'), (request) =>
        withTokenForm(request, (form) => {
          if (!form.has('username')) form.set('username', firstAgent(request.store)?.id ?? '');
        }),
      ),
    },
    {
      does: 'GET on the token endpoint hands out a token.',
      twist: respondWith(
        ({ method, pathOperation }) => method === 'GET' && pathOperation === 'TOKEN',
        ({ store }) => ({ status: 200, headers: {}, json: { access_token: newestToken(store, firstAgent(store)) } }),
      ),
    },
  ]),
  ...faultTable({}, [
    {
      breaks: ['TOKEN-REFUSES-MISSING-BASIC'],
      does: 'The token endpoint asks for no client.',
      twist: changeRequest(({ operation, headers }) => operation === 'TOKEN' && headers.authorization === undefined, withClientCredentials),
    },
    {
      breaks: ['TOKEN-REFUSES-WRONG-GRANT'],
      does: 'The token endpoint takes any grant.',
      twist: changeRequest(on('TOKEN'), (request) =>
        withTokenForm(request, (form) => {
          if (form.has('grant_type')) form.set('grant_type', 'password');
        }),
      ),
    },
    {
      warns: ['TOKEN-REFUSES-WRONG-GRANT'],
      does: 'A missing grant is taken for the password grant.',
      twist: changeRequest(on('TOKEN'), (request) =>
        withTokenForm(request, (form) => {
          form.set('grant_type', form.get('grant_type') ?? 'password');
        }),
      ),
    },
    {
      breaks: ['TOKEN-NO-5XX'],
      does: 'The token endpoint meets what is wrong with a server error.',
      twist: changeResponse(onPath('TOKEN'), (response) => (response.status === 200 ? response : serverError)),
    },
    {
      breaks: ['TOKEN-SERVED'],
      does: 'The token endpoint does not take the form of the second agent.',
      twist: changeResponse(on('TOKEN'), (response, request) =>
        Buffer.from(request.raw)
          .toString('utf8')
          .includes(otherAgent(request.store)?.id ?? 'nobody')
          ? httpError(request, 415)
          : response,
      ),
    },
  ]),
];

const callerFaults = faultTable({}, [
  {
    breaks: ['AUTH-401'],
    warns: ['AUTH-401'],
    does: 'Everybody gets in.',
    twist: changeRequest(
      (request) => isBusiness(request) && request.agent === undefined,
      (request) => asAgent(request, firstAgent(request.store)),
    ),
  },
  {
    warns: ['AUTH-401'],
    does: 'The token is found under any scheme.',
    twist: changeRequest(isBusiness, (request) => {
      const known = [...request.store.tokens.keys()].find((token) => request.headers.authorization?.endsWith(token) === true);
      return known === undefined ? request : { ...request, headers: { ...request.headers, authorization: `Bearer ${known}` } };
    }),
  },
]);

export const tokenRequestFaults: Fault[] = [...requestFaults, ...callerFaults];
