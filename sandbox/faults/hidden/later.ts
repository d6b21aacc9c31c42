import { API_CODES } from '../../http/codes.ts';
import { field, isObject } from '../../http/json.ts';
import { refusalResponse } from '../../http/responses.ts';
import type { User } from '../../state/store.ts';
import type { Twist } from '../../http/exchange.ts';
import {
  afterCalls,
  allOf,
  fromNth,
  hasDecimals,
  isSecondTransfer,
  looksAt,
  onSubAgentForm,
  onlyWhen,
} from '../../twists/circumstances.ts';
import { activatedBefore, afterSuccess, findCustomer, hasMpin, issuedInvoice, whenHistory } from '../../twists/history.ts';
import { repeatedState } from '../../twists/identities.ts';
import { bodyText, isWellFormedOn, lastSegment, findSender, sentOtp, withBody, withValidConsent, withOtp } from '../../twists/requests.ts';
import { increasedBy } from '../../twists/responses.ts';
import { asText, withWrongValue, wrongResult } from '../../twists/results.ts';
import { turnStatus } from '../../twists/transfers.ts';
import {
  changeRequest,
  changeResponse,
  changeResultField,
  combine,
  on,
  respondWith,
  succeeded,
  withResult,
  withStatus,
  type When,
} from '../../twists/twists.ts';
import { inactivePaid } from '../transfer/sessions-and-payees.ts';
import { faultTable } from '../table.ts';

/** Every MPIN that a sender ever set stays right. */
const takeOldMpins: Twist = (right) => {
  const old = new Map<User, string[]>();
  const remembering = afterSuccess('OP-12', (request, sender) => {
    old.set(sender, [...(old.get(sender) ?? []), bodyText(request, 'mpin')]);
  })(right);
  return (request) => {
    const sender = findSender(request);
    const sent = sentOtp(request);
    const known = sender !== undefined && sent?.mpin !== undefined && old.get(sender)?.includes(sent.mpin) === true;
    return remembering(known ? withOtp(request, { ...sent, mpin: sender.mpin }) : request);
  };
};

const onOwnSender = (request: Parameters<typeof findCustomer>[0]): boolean =>
  isWellFormedOn('OP-12')(request) && findCustomer(request)?.agent === request.agent;

const isActiveAmongSeveral: When = (request) => {
  const listed = findCustomer(request)?.beneficiaries;
  return field(request.body, 'object') === true && (listed?.size ?? 0) > 2 && listed?.get(Number(lastSegment(request)))?.active === true;
};

const mpins = [
  ...faultTable({ prefix: 'later-', breaks: ['OP12-NEWEST-MPIN'] }, [
    {
      does: 'A second OP-12 keeps the first MPIN.',
      twist: whenHistory(
        hasMpin,
        changeRequest(on('OP-12'), (request) => withBody(request, (body) => ({ ...body, mpin: findCustomer(request)?.mpin ?? null }))),
      ),
    },
    { does: 'After a second OP-12 both MPINs are right.', twist: takeOldMpins },
    { does: 'OP-9 takes the MPIN that stood before.', twist: onlyWhen(on('OP-9', 'OP-12'), takeOldMpins) },
  ]),
  ...faultTable(
    { prefix: 'later-', breaks: ['OP12-CODE-REQUIRED'] },
    ['otp', 'state'].flatMap((name) => [
      {
        does: `OP-12 sets an MPIN without ${name}.`,
        twist: changeRequest((request) => onOwnSender(request) && field(request.body, name) === undefined, withValidConsent),
      },
      {
        does: `OP-12 sets an MPIN with an empty ${name}.`,
        twist: changeRequest((request) => onOwnSender(request) && field(request.body, name) === '', withValidConsent),
      },
    ]),
  ),
  ...faultTable({ prefix: 'later-' }, [
    {
      breaks: ['NO-LEAK'],
      does: 'A refusal of OP-12 names the MPIN that stands.',
      twist: changeResponse(on('OP-12'), (response, request) => {
        const standing = findCustomer(request)?.mpin;
        return standing === undefined || succeeded(response) ? response : withStatus(response, { message: `not ${standing}` });
      }),
    },
    {
      breaks: ['OP12-MOBILE-AGREES'],
      does: 'A second OP-12 answers the mobile of somebody else.',
      twist: whenHistory(hasMpin, wrongResult('OP-12', 'mobile', 9_990_009_999)),
    },
    {
      breaks: ['OP6-SENDER-MOBILE-AGREES'],
      does: 'OP-6 answers the mobile of somebody else once an MPIN is set.',
      twist: whenHistory(hasMpin, wrongResult('OP-6', 'senderMobile', 9_990_009_999)),
    },
  ]),
];

const statuses = faultTable({ prefix: 'later-' }, [
  {
    warns: ['OP11-FINAL-STATUS-KEPT'],
    does: 'OP-11 turns COMPLETED into FAILED at the fifth look.',
    twist: turnStatus('OP-11', 'COMPLETED', 'FAILED', 5),
  },
  {
    breaks: ['OP11-FINAL-STATUS-KEPT'],
    does: 'OP-11 goes back to PENDING at the fourth look at COMPLETED.',
    twist: turnStatus('OP-11', 'COMPLETED', 'PENDING', 4),
  },
  {
    breaks: ['OP10-FINAL-STATUS-KEPT'],
    does: 'OP-10 turns COMPLETED into FAILED at the third look.',
    twist: turnStatus('OP-10', 'COMPLETED', 'FAILED', 3),
  },
  {
    breaks: ['OP10-FINAL-STATUS-KEPT'],
    does: 'OP-10 goes back to PENDING at the third look at COMPLETED.',
    twist: turnStatus('OP-10', 'COMPLETED', 'PENDING', 3),
  },
  {
    breaks: ['OP10-FINAL-STATUS-KEPT'],
    does: 'OP-10 turns FAILED into COMPLETED at the third look.',
    twist: turnStatus('OP-10', 'FAILED', 'COMPLETED', 3),
  },
  {
    breaks: ['OP11-AMOUNT-EXACT'],
    does: 'OP-11 shows another amount from the fourth look on.',
    twist: fromNth(4, looksAt('OP-11'), lastSegment, changeResultField('OP-11', 'amount', increasedBy(1))),
  },
  {
    breaks: ['OP10-INVOICE-AGREES'],
    does: 'OP-10 names another invoice for decimals from the third look on.',
    twist: fromNth(3, allOf(looksAt('OP-10'), hasDecimals), lastSegment, changeResultField('OP-10', 'invoiceId', increasedBy(1))),
  },
  {
    breaks: ['OP10-INVOICE-AGREES'],
    does: 'OP-10 names another invoice for the second transfer of a sender.',
    twist: onlyWhen(isSecondTransfer, changeResultField('OP-10', 'invoiceId', increasedBy(100_000))),
  },
]);

const identities = faultTable({ prefix: 'later-' }, [
  {
    breaks: ['OP1-TAGGED-IS-OLD'],
    does: 'OP-1 forgets sub-agents after 120 calls.',
    twist: onlyWhen(allOf(afterCalls(120), onSubAgentForm('OP-1')), wrongResult('OP-1', 'isOldUser', 'false')),
  },
  {
    breaks: ['OP1-TAGGED-IS-OLD'],
    does: 'OP-1 forgets a customer at the third look.',
    twist: fromNth(3, isWellFormedOn('OP-1'), ({ path }) => path, wrongResult('OP-1', 'isOldUser', 'false')),
  },
  {
    breaks: ['OP1-TAGGED-IS-OLD'],
    does: 'OP-1 calls a user with an MPIN new.',
    twist: onlyWhen(
      ({ store, agent, path }) =>
        [...store.users.values()].some(
          (user) => user.mpin !== undefined && user.agent === agent && path.endsWith(`/customer/${user.mobile}`),
        ),
      wrongResult('OP-1', 'isOldUser', 'false'),
    ),
  },
  {
    breaks: ['OP4-USER-TYPE-AGREES'],
    does: 'OP-4 calls a user of long ago the other type.',
    twist: changeResponse(on('OP-4'), (response, { path }) =>
      withResult(response, (result) =>
        result['remark'] === 'Registered before' ? { ...result, userType: path.includes('/customer/') ? 'subAgent' : 'customer' } : result,
      ),
    ),
  },
  { breaks: ['OP3-STATES-DIFFER'], does: 'OP-3 gives the third challenge of a mobile the state of the second.', twist: repeatedState(3) },
]);

const hasStatusTrue = (one: unknown): boolean => typeof one === 'object' && one !== null && 'status' in one && one.status === 'true';

const activateNeighbor = (step: 1 | -1): Twist =>
  afterSuccess('OP-13', (request, sender) => {
    const listed = [...sender.beneficiaries.values()];
    const neighbor = listed[listed.findIndex(({ id }) => String(id) === lastSegment(request)) + step];
    if (field(request.body, 'object') === true && neighbor !== undefined) neighbor.active = true;
  });

const beneficiaries = faultTable({ prefix: 'later-' }, [
  {
    breaks: ['OP9-INACTIVE-BENEFICIARY'],
    does: 'A beneficiary that was switched off is paid as before.',
    twist: (right) => {
      const once = new Set<string>();
      const paying = inactivePaid(right);
      return async (request) => {
        const response = await (once.has(bodyText(request, 'to')) ? paying : right)(request);
        if (on('OP-13')(request) && field(request.body, 'object') === true && succeeded(response)) once.add(lastSegment(request));
        return response;
      };
    },
  },
  {
    breaks: ['OP9-INACTIVE-BENEFICIARY'],
    does: 'A beneficiary that was paid is paid again after it was switched off.',
    twist: (right) => {
      const paid = new Set<string>();
      const paying = inactivePaid(right);
      return async (request) => {
        const to = bodyText(request, 'to');
        const response = await (paid.has(to) ? paying : right)(request);
        if (on('OP-9')(request) && succeeded(response)) paid.add(to);
        return response;
      };
    },
  },
  {
    breaks: ['OP6-LISTED-ONCE'],
    does: 'OP-6 lists a beneficiary twice once it is active.',
    twist: changeResultField('OP-6', 'beneficiaries', (listed) =>
      Array.isArray(listed) ? [...listed, ...listed.filter((one) => hasStatusTrue(one))] : [],
    ),
  },
  {
    breaks: ['OP7-LISTED-AS-SENT'],
    does: 'OP-6 lists ten beneficiaries at most.',
    twist: changeResultField('OP-6', 'beneficiaries', (listed) => (Array.isArray(listed) ? listed.slice(0, 10) : [])),
  },
  {
    breaks: ['OP7-LISTED-AS-SENT'],
    does: 'OP-6 lists three beneficiaries at most.',
    twist: changeResultField('OP-6', 'beneficiaries', (listed) => (Array.isArray(listed) ? listed.slice(0, 3) : [])),
  },
  {
    breaks: ['OP7-LISTED-AS-SENT'],
    does: 'OP-6 masks the account of an active beneficiary.',
    twist: changeResultField('OP-6', 'beneficiaries', (listed) =>
      Array.isArray(listed)
        ? listed.map((one) => (isObject(one) && hasStatusTrue(one) ? { ...one, accountNumber: 'XXXXXX0000' } : one))
        : [],
    ),
  },
  {
    breaks: ['OP7-LISTED-AS-SENT'],
    does: 'OP-6 masks the account of a beneficiary that was switched off.',
    twist: (right) => {
      const off = new Set<string>();
      const masked = changeResultField('OP-6', 'beneficiaries', (listed) =>
        Array.isArray(listed)
          ? listed.map((one) => (isObject(one) && off.has(asText(one['beneficiaryId'])) ? { ...one, accountNumber: 'XXXXXX0000' } : one))
          : [],
      );
      return masked(
        afterSuccess('OP-13', (request) => {
          if (field(request.body, 'object') === false) off.add(lastSegment(request));
        })(right),
      );
    },
  },
  {
    breaks: ['OP13-ACTIVATES'],
    does: 'A sender has two active beneficiaries at most.',
    twist: afterSuccess('OP-13', (_request, sender) => {
      const [, , third] = [...sender.beneficiaries.values()].filter(({ active }) => active);
      if (third !== undefined) third.active = false;
    }),
  },
  {
    breaks: ['OP13-ACTIVATES'],
    warns: ['OP13-ACTIVATES-ONLY-THAT'],
    does: 'A new beneficiary switches those before it off.',
    twist: afterSuccess('OP-7', (_request, sender) => {
      for (const one of [...sender.beneficiaries.values()].slice(0, -1)) one.active = false;
    }),
  },
  {
    breaks: ['OP13-ACTIVATES'],
    does: 'Setting an MPIN switches the beneficiaries off.',
    twist: afterSuccess('OP-12', (_request, sender) => {
      for (const one of sender.beneficiaries.values()) one.active = false;
    }),
  },
  {
    breaks: ['OP13-ACTIVATES'],
    does: 'A second activation of one of several beneficiaries switches it off.',
    twist: changeRequest(
      (request) => on('OP-13')(request) && isActiveAmongSeveral(request),
      (request) => withBody(request, (body) => ({ ...body, object: false })),
    ),
  },
  {
    // Once it is switched off, later lists show again and again that what OP-13 activated is off.
    breaks: ['OP13-ACTIVATES'],
    warns: ['OP13-ACTIVATES-ONLY-THAT'],
    does: 'OP-13 with false switches the first of the list off too.',
    twist: afterSuccess('OP-13', (request, sender) => {
      const [first] = [...sender.beneficiaries.values()];
      if (field(request.body, 'object') === false && first !== undefined) first.active = false;
    }),
  },
  {
    breaks: ['OP13-ACTIVATES-ONLY-THAT'],
    checks: ['OP13-ACTIVATES-ONLY-THAT', 'Beneficiaries'],
    does: 'OP-13 with true activates the beneficiary behind too.',
    twist: activateNeighbor(1),
  },
  {
    // No second sender of ours activates a beneficiary behind one that is off.
    warns: ['OP13-ACTIVATES-ONLY-THAT'],
    does: 'OP-13 with true activates the beneficiary before too.',
    twist: activateNeighbor(-1),
  },
  {
    breaks: ['OP13-ACTIVATES-ONLY-THAT'],
    does: 'A later activation of a sender switches off an earlier one.',
    checks: ['OP13-ACTIVATES-ONLY-THAT'],
    twist: whenHistory(
      activatedBefore,
      afterSuccess('OP-13', (request, sender) => {
        if (field(request.body, 'object') !== true) return;
        for (const one of sender.beneficiaries.values()) one.active &&= String(one.id) === lastSegment(request);
      }),
    ),
  },
]);

const isPayeeOff: When = (request) => {
  const paid = on('OP-11')(request) ? request.store.invoices.get(lastSegment(request)) : undefined;
  return paid?.beneficiary.active === false;
};

const invoices = faultTable({ prefix: 'later-' }, [
  {
    breaks: ['OP11-SERVED'],
    does: 'OP-11 finds no invoice once its beneficiary is switched off.',
    twist: respondWith(isPayeeOff, (request) => refusalResponse(request, API_CODES.notFound, 'invoice.not.found')),
  },
  {
    breaks: ['OP11-AMOUNT-EXACT'],
    does: 'OP-11 shows no amount once the beneficiary is switched off.',
    twist: onlyWhen(
      isPayeeOff,
      changeResultField('OP-11', 'amount', () => 0),
    ),
  },
]);

/** Two transfers in a row, or at once, share an invoice. */
const shareInvoice =
  (withinMs: number): Twist =>
  (right) => {
    let last = '';
    let at = 0;
    return async (request) => {
      const response = await right(request);
      if (!on('OP-9')(request) || !succeeded(response)) return response;
      const isClose = request.clock.now() - at < withinMs && last !== '';
      const shared = isClose ? withWrongValue(response, 'invoiceId', last) : response;
      [last, at] = [isClose ? last : issuedInvoice(response), request.clock.now()];
      return shared;
    };
  };

const shared = faultTable({ prefix: 'later-' }, [
  {
    breaks: ['OP9-INVOICES-DIFFER', 'OP10-INVOICE-AGREES'],
    does: 'Every second transfer of a sender has the invoice of the one before.',
    twist: combine((right) => {
      const before = new Map<User, string>();
      return changeResponse(on('OP-9'), (response, request) => {
        const sender = findCustomer(request);
        if (sender === undefined || !succeeded(response)) return response;
        const old = before.get(sender);
        if (old === undefined) before.set(sender, issuedInvoice(response));
        else before.delete(sender);
        return old === undefined ? response : withWrongValue(response, 'invoiceId', old);
      })(right);
    }),
  },
  {
    id: 'two-transfers-at-once-share-an-invoice',
    breaks: ['OP9-INVOICES-DIFFER'],
    does: 'Two transfers within half a second share an invoice.',
    campaign: true,
    checks: ['OP9-INVOICES-DIFFER'],
    // Long enough for the transfers of two senders that pay side by side, however busy the machine is.
    twist: shareInvoice(500),
  },
]);

export const laterFaults = [...mpins, ...statuses, ...identities, ...beneficiaries, ...invoices, ...shared];
