import { API_CODES } from '../../http/codes.ts';
import { faultTable } from '../table.ts';
import { httpError } from '../../http/responses.ts';
import { changeResponse, on, onPath, succeeded } from '../../twists/twists.ts';
import { envelopeResponse, replaceStatus, replaceCode, replaceMessage, serverError } from '../../twists/responses.ts';

export const codeFaults = faultTable({}, [
  {
    breaks: ['CODE-ONLY-WITH-200'],
    does: 'A missing token is 401 in an envelope with a code.',
    twist: replaceStatus(401, () => ({ ...envelopeResponse(API_CODES.notAuthorized, 'not.authenticated'), status: 401 })),
  },
  {
    breaks: ['AUTH-401'],
    does: 'A missing token is code 4001.',
    twist: replaceStatus(401, () => envelopeResponse(API_CODES.notAuthorized, 'not.allowed')),
  },
  {
    breaks: ['AUTH-401'],
    does: 'OP-15 takes any token.',
    twist: (right) => (request) => {
      const [token] = on('OP-15')(request) && request.headers.authorization !== undefined ? request.store.tokens.keys() : [];
      return right(token === undefined ? request : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
    },
  },
  { breaks: ['HTTP-415'], does: 'A wrong method is HTTP 405.', twist: replaceStatus(415, (request) => httpError(request, 405)) },
  {
    breaks: ['HTTP-415'],
    does: 'A wrong method is code 4160.',
    twist: replaceStatus(415, () => envelopeResponse(API_CODES.validationFailed, 'method.wrong')),
  },
  { breaks: ['HTTP-415', 'HTTP-NO-5XX'], does: 'A wrong method is a server error.', twist: replaceStatus(415, () => serverError) },
  {
    breaks: ['HTTP-400'],
    does: 'Broken JSON is code 4160.',
    twist: replaceStatus(400, () => envelopeResponse(API_CODES.validationFailed, 'payload.invalid')),
  },
  { breaks: ['HTTP-400', 'HTTP-NO-5XX'], does: 'Broken JSON is a server error.', twist: replaceStatus(400, () => serverError) },
  {
    breaks: ['HTTP-400'],
    does: 'Broken JSON of OP-7 is HTTP 415.',
    twist: changeResponse(onPath('OP-7'), (response, request) => (response.status === 400 ? httpError(request, 415) : response)),
  },
  {
    breaks: ['CODE-4170'],
    does: 'A wrong OTP is code 4160.',
    twist: replaceCode(API_CODES.wrongOtpOrMpin, () => envelopeResponse(API_CODES.validationFailed, 'otp.invalid')),
  },
  {
    breaks: ['ENVELOPE-STATUS-CODE'],
    does: 'A wrong OTP is a refusal without a code.',
    twist: replaceCode(API_CODES.wrongOtpOrMpin, () => ({
      ...envelopeResponse(API_CODES.wrongOtpOrMpin, 'otp.invalid'),
      json: { status: { message: 'otp.invalid' }, result: null },
    })),
  },
  {
    breaks: ['ENVELOPE-STATUS-CODE'],
    does: 'An unknown id is a refusal without a code.',
    twist: replaceCode(API_CODES.notFound, () => ({
      ...envelopeResponse(API_CODES.notFound, 'not.found'),
      json: { status: { message: 'not.found' }, result: null },
    })),
  },
  {
    breaks: ['OP11-UNKNOWN-ID'],
    does: 'An unknown invoice is HTTP 404.',
    twist: changeResponse(on('OP-11'), (response, request) =>
      succeeded(response) ? response : httpError(request, request.agent === undefined ? 401 : 404),
    ),
  },
  {
    breaks: ['OP10-UNKNOWN-ID'],
    does: 'An unknown correlationId succeeds.',
    twist: replaceMessage('OP-10', 'transfer.not.found', () =>
      envelopeResponse(API_CODES.success, 'success', { invoiceId: 17, message: 'unknown', status: 'PENDING' }),
    ),
  },
]);
