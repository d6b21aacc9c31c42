import { API_CODES } from '../../http/codes.ts';
import { httpError } from '../../http/responses.ts';
import { field } from '../../http/json.ts';
import type { User } from '../../state/store.ts';
import type { ServiceRequest } from '../../http/exchange.ts';
import {
  afterCalls,
  allOf,
  askedTransfer,
  fromNth,
  hasDecimals,
  isDocumentedTransfer,
  looksAt,
  onlyWhen,
  not,
} from '../../twists/circumstances.ts';
import { isOtherAgent } from '../../twists/agents.ts';
import { hasMpin, paidBefore, paidTwice, whenHistory, findCustomer } from '../../twists/history.ts';
import { isWellFormedOn, lastSegment } from '../../twists/requests.ts';
import { refusedAtFirst } from '../../twists/lags.ts';
import { envelopeResponse } from '../../twists/responses.ts';
import { asText } from '../../twists/results.ts';
import { changeSuccess, on, respondWith } from '../../twists/twists.ts';
import { faultTable } from '../table.ts';

const findMobileOwner = ({ store, agent, body }: ServiceRequest): User | undefined =>
  [...store.users.values()].find(
    (user) => user.agent === agent && user.userType === 'customer' && user.mobile === asText(field(body, 'object')),
  );

const refused = (code: number, when = 'validation.failed') => envelopeResponse(code, when);

/** A documented call that was served before is refused. */
export const servedOnceFaults = faultTable({ prefix: 'later-' }, [
  {
    breaks: ['OP9-SERVED'],
    does: 'OP-9 is HTTP 400 for a sender that has paid before.',
    twist: whenHistory(
      paidBefore,
      respondWith(isDocumentedTransfer, (request) => httpError(request, 400)),
    ),
  },
  {
    breaks: ['OP8-SERVED'],
    does: 'OP-8 is code 4160 for a sender that has paid before.',
    twist: whenHistory(
      paidBefore,
      changeSuccess(on('OP-8'), () => refused(API_CODES.validationFailed)),
    ),
  },
  {
    warns: ['OP3-SERVED'],
    does: 'OP-3 refuses a mobile whose customer has an MPIN.',
    twist: changeSuccess(
      (request) => on('OP-3')(request) && findMobileOwner(request)?.mpin !== undefined,
      () => refused(API_CODES.validationFailed),
    ),
  },
  {
    breaks: ['OP5-SERVED'],
    does: 'OP-5 is code 4040 once an MPIN is set.',
    twist: whenHistory(
      hasMpin,
      changeSuccess(on('OP-5'), () => refused(API_CODES.notFound)),
    ),
  },
  {
    breaks: ['OP10-SERVED'],
    does: 'OP-10 finds nothing from the fourth look on.',
    // Behind a repetition OP-10 would then answer for neither of two requests, which breaks a clause of its own.
    checks: ['OP10-SERVED'],
    twist: fromNth(
      4,
      looksAt('OP-10'),
      lastSegment,
      changeSuccess(on('OP-10'), () => refused(API_CODES.notFound, 'transfer.not.found')),
    ),
  },
  {
    breaks: ['OP15-SERVED'],
    does: 'OP-15 finds nothing at the first look.',
    twist: refusedAtFirst('OP-15'),
  },
  {
    breaks: ['OP9-SERVED'],
    does: 'OP-9 answers an amount with decimals with HTTP 400.',
    everywhere: true,
    twist: respondWith(allOf(isDocumentedTransfer, hasDecimals), (request) => httpError(request, 400)),
  },
  {
    breaks: [],
    warns: ['OP9-SERVED'],
    does: 'OP-9 pays no amount with decimals.',
    everywhere: true,
    twist: respondWith(allOf(isDocumentedTransfer, hasDecimals), () => refused(API_CODES.validationFailed, 'amount.decimals')),
  },
  {
    breaks: ['OP10-SERVED'],
    does: 'OP-10 knows no transfer paid from the bank.',
    everywhere: true,
    twist: changeSuccess(
      (request) => on('OP-10')(request) && askedTransfer(request)?.source === 'bank',
      () => refused(API_CODES.notFound, 'transfer.not.found'),
    ),
  },
  {
    breaks: ['OP11-SERVED'],
    does: 'OP-11 knows no invoice of an amount with decimals.',
    everywhere: true,
    twist: changeSuccess(allOf(on('OP-11'), hasDecimals), () => refused(API_CODES.notFound, 'invoice.not.found')),
  },
  {
    breaks: ['OP11-SERVED'],
    does: 'OP-11 is code 4001 from the fourth look on.',
    twist: fromNth(
      4,
      looksAt('OP-11'),
      lastSegment,
      changeSuccess(on('OP-11'), () => refused(API_CODES.notAuthorized)),
    ),
  },
  {
    breaks: ['OP5-SERVED'],
    does: 'OP-5 finds no sub-agent after 120 calls.',
    twist: onlyWhen(
      allOf(afterCalls(120), not(isOtherAgent)),
      changeSuccess(on('OP-5'), () => refused(API_CODES.notFound, 'subAgent.not.found')),
    ),
  },
  {
    breaks: ['OP1-SERVED'],
    does: 'OP-1 is code 4160 at the third look at a user.',
    twist: fromNth(
      3,
      isWellFormedOn('OP-1'),
      ({ path }) => path,
      changeSuccess(on('OP-1'), () => refused(API_CODES.validationFailed)),
    ),
  },
  {
    breaks: ['OP15-SERVED'],
    does: 'OP-15 is code 4040 once a transfer was paid.',
    twist: changeSuccess(on('OP-15'), (response, { store, agent }) =>
      [...store.invoices.values()].some((one) => one.agent === agent) ? refused(API_CODES.notFound, 'wallet.not.found') : response,
    ),
  },
  {
    breaks: ['OP2-SERVED'],
    does: 'OP-2 is code 4001 from the fourth look on.',
    twist: fromNth(
      4,
      isWellFormedOn('OP-2'),
      () => 'all',
      changeSuccess(on('OP-2'), () => refused(API_CODES.notAuthorized)),
    ),
  },
  {
    breaks: ['OP9-SERVED'],
    does: 'OP-9 is HTTP 415 for an amount with decimals.',
    twist: respondWith(allOf(isDocumentedTransfer, hasDecimals), (request) => httpError(request, 415)),
  },
  {
    warns: ['OP7-SERVED'],
    does: 'OP-7 is code 4001 for a third beneficiary of a sender.',
    twist: respondWith(
      (request) => isWellFormedOn('OP-7')(request) && (findCustomer(request)?.beneficiaries.size ?? 0) >= 2,
      () => refused(API_CODES.notAuthorized),
    ),
  },
  {
    warns: ['OP14-SERVED'],
    does: 'OP-14 is HTTP 403 for a sender that has paid twice.',
    twist: whenHistory(
      paidTwice,
      changeSuccess(on('OP-14'), (_response, request) => httpError(request, 403)),
    ),
  },
]);
