import { asText } from '../../twists/results.ts';
import { API_CODES } from '../../http/codes.ts';
import { otherAgent } from '../../twists/agents.ts';
import { faultTable } from '../table.ts';
import { json, httpError, refusalResponse, text } from '../../http/responses.ts';
import { findMobile, sentOtp, bodyText } from '../../twists/requests.ts';
import type { ServiceResponse, ServiceRequest } from '../../http/exchange.ts';
import { field, isObject, type Json } from '../../http/json.ts';
import {
  changeResponse,
  isBusiness,
  apiCode,
  on,
  apiResult,
  withResult,
  withStatus,
  isBusinessPath,
  changeSuccess,
} from '../../twists/twists.ts';

const findCode = ({ store }: ServiceRequest, state: string): string => store.challenges.get(state.toLowerCase())?.code ?? '';

const withExtra = (response: ServiceResponse, extra: Record<string, Json>): ServiceResponse =>
  withResult(response, (result) => ({ ...result, ...extra }));

const issuedCode = (response: ServiceResponse, request: ServiceRequest): string =>
  findCode(request, asText(field(apiResult(response), 'state')));

/** Adds fields to the envelope, for results that are no object. */
const withEnvelopeFields = (response: ServiceResponse, extra: Record<string, Json>): ServiceResponse =>
  isObject(response.json) ? { ...response, json: { ...response.json, ...extra } } : response;

const otherToken = (request: ServiceRequest): string =>
  [...request.store.tokens.values()].find(({ agent }) => agent === otherAgent(request.store))?.value ?? '';

const TRACE = `java.lang.NullPointerException: Cannot invoke "java.lang.String.length()" because "payload" is null
\tat com.example.dmt.api.SenderController.read(SenderController.java:112)
\tat com.example.dmt.api.SenderController$$FastClassBySpringCGLIB$$1.invoke(<generated>)
\tat java.base/java.lang.Thread.run(Thread.java:829)
Caused by: java.lang.IllegalStateException: no payload
\t... 42 more`;

export const leakFaults = [
  ...faultTable({ breaks: ['NO-LEAK'] }, [
    {
      id: 'otp-beside-its-state',
      does: 'OP-3 answers the code beside the state.',
      twist: changeSuccess(on('OP-3'), (response, request) => withExtra(response, { otp: issuedCode(response, request) })),
    },
    {
      id: 'otp-as-code',
      does: 'OP-3 answers the code under a name that the envelope has elsewhere.',
      twist: changeSuccess(on('OP-3'), (response, request) => withExtra(response, { debug: { code: issuedCode(response, request) } })),
    },
    {
      id: 'otp-in-a-header',
      does: 'OP-3 answers the code in a header.',
      twist: changeSuccess(on('OP-3'), (response, request) => ({
        ...response,
        headers: { ...response.headers, 'x-debug': issuedCode(response, request) },
      })),
    },
    {
      id: 'otp-as-a-number',
      does: 'OP-3 answers the code as a number in a debug object.',
      twist: changeSuccess(on('OP-3'), (response, request) =>
        withExtra(response, { debug: { value: Number(issuedCode(response, request)) } }),
      ),
    },
    {
      id: 'otp-in-a-remark',
      does: 'OP-4 says in its message by which code the user was tagged.',
      twist: changeSuccess(on('OP-4'), (response, request) =>
        withStatus(response, { message: `tagged with ${sentOtp(request)?.otp ?? 'none'}` }),
      ),
    },
    {
      id: 'wrong-otp-told-the-right-one',
      does: 'The refusal of a wrong code names the right one.',
      twist: changeResponse(
        (request) => findMobile(request) !== undefined,
        (response, request) =>
          apiCode(response) === API_CODES.wrongOtpOrMpin
            ? withStatus(response, { message: `expected ${findCode(request, sentOtp(request)?.state ?? '')}, got another` })
            : response,
      ),
    },
    {
      id: 'mpin-echoed',
      does: 'OP-12 answers the MPIN it was sent.',
      twist: changeSuccess(on('OP-12'), (response, request) => withExtra(response, { mpin: bodyText(request, 'mpin') })),
    },
    {
      id: 'mpin-in-message',
      does: 'OP-12 says in its message which MPIN was set.',
      twist: changeSuccess(on('OP-12'), (response, request) =>
        withStatus(response, { message: `mpin set to ${bodyText(request, 'mpin')}` }),
      ),
    },
    {
      id: 'mpin-in-sender-detail',
      does: 'OP-6 shows the MPIN of a sender.',
      twist: changeSuccess(on('OP-6'), (response, request) => {
        const mpin = request.store.users.get(request.path.split('/').at(-1)?.toLowerCase() ?? '')?.mpin;
        return mpin === undefined ? response : withExtra(response, { secondFactor: mpin });
      }),
    },
    {
      id: 'agent-password-beside-balance',
      does: "OP-15 shows the agent's password.",
      twist: changeSuccess(on('OP-15'), (response, { agent }) =>
        withEnvelopeFields(response, { account: { login: agent?.id ?? '', secret: agent?.password ?? '' } }),
      ),
    },
    {
      id: 'client-password-in-description',
      does: 'OP-2 shows the password of the client.',
      twist: changeSuccess(on('OP-2'), (response, { store }) => withEnvelopeFields(response, { client: store.client.password })),
    },
    {
      id: 'foreign-token-beside-status',
      does: "OP-1 shows another agent's token.",
      checks: ['All answers', 'Second agent', 'Served calls'],
      twist: changeSuccess(on('OP-1'), (response, request) =>
        otherToken(request) === '' ? response : withExtra(response, { lastSession: otherToken(request) }),
      ),
    },
    {
      id: 'basic-credentials-in-an-answer',
      does: 'OP-2 shows the Basic credentials of the client, in the other alphabet of base64.',
      twist: changeSuccess(on('OP-2'), (response, { store: { client } }) =>
        withEnvelopeFields(response, { login: Buffer.from(`${client.id}:${client.password}`).toString('base64url') }),
      ),
    },
    {
      id: 'password-bytes-in-an-answer',
      does: 'OP-2 shows the bytes of the client password in base sixteen.',
      twist: changeSuccess(on('OP-2'), (response, { store: { client } }) =>
        withEnvelopeFields(response, { key: Buffer.from(client.password).toString('hex') }),
      ),
    },
    {
      id: 'password-in-token-answer',
      does: 'The token answer repeats the password.',
      twist: changeResponse(on('TOKEN'), (response, request) =>
        isObject(response.json) && response.status === 200
          ? {
              ...response,
              json: { ...response.json, credentials: new URLSearchParams(Buffer.from(request.raw).toString('utf8')).get('password') ?? '' },
            }
          : response,
      ),
    },
    {
      id: 'password-in-unauthorized',
      does: "The 401 to an unknown token names the first agent's credentials.",
      twist: changeResponse(isBusiness, (response, { store }) => {
        const [agent] = store.agents.values();
        return response.status === 401
          ? json(401, { error: 'unauthorized', hint: `${agent?.id ?? ''}:${agent?.password ?? ''}` })
          : response;
      }),
    },
  ]),
  ...faultTable({ warns: ['NO-STACK-TRACE'] }, [
    {
      id: 'stack-trace-in-400',
      does: 'HTTP 400 comes with a stack trace.',
      twist: changeResponse(isBusiness, (response) => (response.status === 400 ? text(400, 'text/plain', TRACE) : response)),
    },
    {
      id: 'stack-trace-in-json',
      does: 'HTTP 415 comes with a stack trace in a framework body.',
      twist: changeResponse(isBusinessPath, (response, request) => {
        const usual = httpError(request, 415).json;
        return response.status === 415 && isObject(usual) ? json(415, { ...usual, trace: TRACE }) : response;
      }),
    },
    {
      id: 'stack-trace-in-message',
      does: 'A lookup that finds nothing shows a stack trace as its message.',
      twist: changeResponse(isBusiness, (response) =>
        apiCode(response) === API_CODES.notFound ? withStatus(response, { message: TRACE }) : response,
      ),
    },
    {
      id: 'class-name-in-message',
      does: 'A lookup that finds nothing names the exception class.',
      twist: changeResponse(isBusiness, (response, request) =>
        apiCode(response) === API_CODES.notFound
          ? refusalResponse(request, API_CODES.notFound, 'com.example.dmt.service.exception.TransferNotFoundException')
          : response,
      ),
    },
    {
      id: 'stack-trace-in-token-refusal',
      does: 'The token endpoint refuses with a stack trace.',
      twist: changeResponse(on('TOKEN'), (response) =>
        response.status >= 400 ? json(response.status, { error: 'invalid_grant', trace: TRACE }) : response,
      ),
    },
  ]),
  ...faultTable({}, [
    {
      id: 'otp-in-its-message',
      breaks: ['NO-LEAK', 'OP3-MESSAGE-KEY'],
      does: 'OP-3 tells the code in its message.',
      twist: changeSuccess(on('OP-3'), (response, request) =>
        withStatus(response, { message: `otp.sent.successfully: ${issuedCode(response, request)}` }),
      ),
    },
  ]),
];
