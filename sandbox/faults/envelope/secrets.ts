import { API_CODES } from '../../http/codes.ts';
import { firstAgent, otherAgent, newestToken } from '../../twists/agents.ts';
import { faultTable } from '../table.ts';
import { isWrongMpinOn } from '../consent/wrong-otp.ts';
import { findSender, findSentChallenge, readTokenForm } from '../../twists/requests.ts';
import type { ServiceResponse, ServiceRequest } from '../../http/exchange.ts';
import { field, isObject } from '../../http/json.ts';
import { changeResponse, apiCode, on, onPath, withResult, withStatus, isBusinessPath, changeSuccess } from '../../twists/twists.ts';
import { asText, withJson } from '../../twists/results.ts';

const readConsentDigits = ({ headers }: ServiceRequest): string => /OTP (\d+)/.exec(asText(headers['consent']?.toString()))?.[1] ?? '';

const findRightCode = (request: ServiceRequest): string => findSentChallenge(request)?.code ?? '';

const withCodeAsHint = (response: ServiceResponse, { store }: ServiceRequest): ServiceResponse =>
  withResult(response, (result) => ({ ...result, hint: store.challenges.get(asText(result['state']).toLowerCase())?.code ?? '' }));

const withDescription = (response: ServiceResponse, text: string): ServiceResponse =>
  isObject(response.json) ? withJson(response, { ...response.json, error_description: text }) : response;

const javaTrace = 'java.lang.IllegalStateException: no token\n\tat com.example.Filter.check(Filter.java:42)';

export const secretFaults = [
  ...faultTable({ breaks: ['NO-LEAK'] }, [
    { does: 'OP-3 hands out the code itself.', twist: changeResponse(on('OP-3'), withCodeAsHint) },
    {
      does: 'OP-3 hands out a code of four digits.',
      policy: { consent: { codeDigits: 4 } },
      twist: changeResponse(on('OP-3'), withCodeAsHint),
    },
    {
      does: 'OP-6 repeats the OTP in its message.',
      twist: changeSuccess(on('OP-6'), (response, request) => withStatus(response, { message: `OTP ${readConsentDigits(request)} ok` })),
    },
    {
      id: 'a-wrong-code-is-told-the-right-one',
      does: 'Whoever sends a wrong code is told the right one.',
      twist: changeResponse(on('OP-4', 'OP-6', 'OP-7', 'OP-9', 'OP-12'), (response, request) =>
        apiCode(response) === API_CODES.wrongOtpOrMpin ? withStatus(response, { message: `not ${findRightCode(request)}` }) : response,
      ),
    },
    {
      does: 'OP-9 tells the right code where the session is in the query.',
      twist: changeResponse(on('OP-9'), (response, request) =>
        apiCode(response) === API_CODES.wrongOtpOrMpin && request.query.has('sessionId')
          ? withStatus(response, { message: `not ${findRightCode(request)}` })
          : response,
      ),
    },
    {
      does: 'Whoever sends a wrong MPIN to OP-9 or OP-7 is told the right one.',
      twist: changeResponse(isWrongMpinOn('OP-7', 'OP-9'), (response, request) =>
        withStatus(response, { message: `rejected, expected ${findSender(request)?.mpin ?? ''}` }),
      ),
    },
    {
      does: 'OP-12 shows the MPIN it set.',
      twist: changeResponse(on('OP-12'), (response, request) =>
        withResult(response, (result) => ({ ...result, pin: field(request.body, 'mpin') ?? null })),
      ),
    },
    {
      does: 'OP-1 shows the password of the agent.',
      twist: changeResponse(on('OP-1'), (response, { store }) =>
        withResult(response, (result) => ({ ...result, login: firstAgent(store)?.password ?? '' })),
      ),
    },
    {
      does: 'OP-11 shows a token of the second agent.',
      checks: ['All answers', 'Second agent', 'Served calls'],
      twist: changeResponse(on('OP-11'), (response, { agent, store }) => {
        const token = newestToken(store, otherAgent(store));
        return agent === firstAgent(store) && token !== '' ? withStatus(response, { message: `last seen ${token}` }) : response;
      }),
    },
    {
      id: 'a-refused-call-is-told-a-token',
      does: 'OP-5 without a token is told one in a header.',
      checks: ['All answers', 'Access', 'Served calls'],
      twist: changeResponse(onPath('OP-5'), (response, { store }) =>
        response.status === 401
          ? { ...response, headers: { ...response.headers, 'x-valid-token': newestToken(store, firstAgent(store)) } }
          : response,
      ),
    },
    {
      id: 'a-token-answer-tells-a-foreign-token',
      does: "A token request of the second agent is told the first agent's token beside its own.",
      checks: ['All answers', 'Second agent', 'Served calls'],
      twist: changeResponse(on('TOKEN'), (response, request) =>
        response.status === 200 && readTokenForm(request).get('username') === otherAgent(request.store)?.id
          ? withJson(response, {
              ...(isObject(response.json) ? response.json : {}),
              previous: newestToken(request.store, firstAgent(request.store)),
            })
          : response,
      ),
    },
    {
      does: 'A refused token request is told the right password.',
      checks: ['All answers', 'Token'],
      twist: changeResponse(on('TOKEN'), (response, { store }) =>
        response.status === 200 ? response : withDescription(response, `expected ${firstAgent(store)?.password ?? ''}`),
      ),
    },
  ]),
  ...faultTable({}, [
    {
      warns: ['NO-STACK-TRACE'],
      does: 'A refusal shows where the service is written.',
      twist: changeResponse(isBusinessPath, (response) =>
        response.status === 401 ? { ...response, json: { status: 401, error: 'Unauthorized', trace: javaTrace } } : response,
      ),
    },
    {
      warns: ['NO-STACK-TRACE'],
      does: 'The token endpoint shows the classes of the service.',
      twist: changeResponse(on('TOKEN'), (response) =>
        response.status === 200
          ? response
          : withDescription(response, 'org.springframework.security.authentication.BadCredentialsException'),
      ),
    },
  ]),
];
