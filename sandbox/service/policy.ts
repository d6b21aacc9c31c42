import { API_CODES } from '../http/codes.ts';
import type { ErrorCode } from '../http/codes.ts';
import type { NumberStyle } from '../http/json.ts';

/** An API response code with HTTP 200, or an HTTP status. */
export type Refusal = ErrorCode | 'http-400' | 'http-401' | 'http-403' | 'http-404' | 'http-405' | 'http-415';

/** A decision for everything that the document leaves open. Another table is another legal service. */
export interface Policy {
  answers: {
    contentType: string;
    numbers: NumberStyle;
    pretty: boolean;
    uuids: 'lower' | 'upper';
    /** `status.message` where the document states no key. */
    messages: 'keys' | 'text' | 'null';
    /** Adds unknown fields to the envelope, its status and every result object. */
    extraFields: boolean;
    /** The body of every answer other than 200, which the document does not show. */
    refusalBody: 'framework' | 'empty' | 'html' | 'text' | 'null' | 'codeless-envelope';
    framing: 'length' | 'chunked';
    gzip: boolean;
    closeConnection: boolean;
    headers: Record<string, string>;
    /** Minutes after UTC, in timestamps without a zone. */
    utcOffsetMinutes: number;
  };
  access: {
    first: 'token' | 'method';
    requestTime: 'required' | 'ignored';
    contentType: 'required' | 'ignored';
    /** The status for verbs other than GET and POST on a business path. GET and POST for each other are always 415. */
    otherVerb: 404 | 405 | 415;
    /** The status for bytes that are no HTTP/1.1; `by-kind` says 501, 505 or 431 where it fits. */
    noHttp: 'bad-request' | 'by-kind';
  };
  token: {
    lifetimeSeconds: number;
    letters: 'base64url' | 'hex';
    answer: 'standard' | 'minimal' | 'rich';
    /** Answers the same token while it is valid. */
    reuse: boolean;
    newestOnly: boolean;
    refusedGrant: 400 | 401;
    /** The number of wrong passwords in a row that lock an agent; 0 for never. */
    locksAfter: number;
  };
  refusals: {
    unknownId: Refusal;
    foreignId: Refusal;
    invalidValue: Refusal;
    unknownState: Refusal;
    badConsent: Refusal;
    badSession: Refusal;
    inactiveBeneficiary: Refusal;
  };
  consent: {
    lifetimeSeconds: number;
    singleUse: boolean;
    newestOnly: boolean;
    diesOnWrongTry: boolean;
    /** The number of wrong codes in a row that lock a mobile; 0 for never. */
    locksAfter: number;
    /** Whether a sender with an MPIN must send it. */
    mpin: 'optional' | 'required-once-set';
    senderScheme: string;
    transferScheme: string;
    /** OP-4 with `NONE`. */
    tagWithNone: 'always' | 'known-users' | 'never';
    /** How OP-3 accepts the mobile number. */
    otpMobile: 'number-or-text' | 'number' | 'text';
    codeDigits: number;
    /** The code of every challenge; empty for random codes. */
    fixedCode: string;
  };
  session: {
    lifetimeSeconds: number;
    singleUse: boolean;
    newestOnly: boolean;
    /** OP-6 names one session for transfers and balances. */
    oneForBoth: boolean;
    queryForm: 'served' | 'refused' | 'redirected';
  };
  sender: {
    kycStatus: string;
    kycRequired: boolean;
    taxationRequired: boolean;
    /** The rupees that a sender may transfer per period; empty means no limit and an empty `limitLeft`. */
    limits: Record<string, number>;
    /** Rupees in the wallet of a known customer. */
    openingBalance: number;
    /** The share of it in the wallet of a newcomer: below the limits, so that a transfer can empty it. */
    newcomerShare: number;
    openingCashback: number;
    /** Contents of `limits` and `counters` in OP-14. */
    balanceDetail: 'empty' | 'filled';
  };
  beneficiary: {
    activeAtOnce: boolean;
    listedAccount: 'same-id' | 'refused' | 'new-id';
    /** What OP-13 with `false` does to an active beneficiary. */
    trueForActive: 'served' | 'refused';
    switchedOff: 'inactive' | 'delisted' | 'active';
    /** OP-13 with `false` for a beneficiary that is inactive. */
    falseForInactive: 'served' | 'refused' | 'delisted';
  };
  transfer: {
    paymentSources: string[];
    types: string[];
    /** The number of reads of OP-10, and of OP-11, that still show PENDING. */
    pendingLooks: number;
    overdrawnFailsIn: 'OP-9' | 'OP-10' | 'OP-11';
    /** Accounts that the receiving bank declines, so that the invoice fails. */
    declinedAccounts: string[];
    refundsFailures: boolean;
    /** Rupees added to every wallet transfer. */
    fee: number;
    debited: 'when-accepted' | 'when-settled';
    repeatedCorrelationId: 'same-invoice' | 'refused' | 'new-invoice';
    bankRRN: 'text' | 'number' | 'null';
    isDelayed: boolean;
    statusCheckType: 'ignored' | 'refused';
  };
  ekyc: {
    lifetimeSeconds: number;
    callbackDelayMs: number;
    callbackCopies: number;
  };
  operations: {
    access: 'open' | 'with-token' | 401 | 403 | 404;
    media: 'application/json' | 'application/vnd.service.actuator.v2+json';
    /** Answers 201 and 204 where the document allows them. */
    richStatuses: boolean;
    serviceMedia: 'text/plain' | 'application/json';
  };
  description: {
    access: 'open' | 'with-token' | 401 | 403;
    groups: boolean;
    businessPaths: boolean;
    contentType: string;
  };
}

export type PolicyChange = { [Group in keyof Policy]?: Partial<Policy[Group]> };

const defaultPolicy: Policy = {
  answers: {
    contentType: 'application/json',
    numbers: 'plain',
    pretty: false,
    uuids: 'lower',
    messages: 'keys',
    extraFields: false,
    refusalBody: 'framework',
    framing: 'length',
    gzip: false,
    closeConnection: false,
    headers: {},
    utcOffsetMinutes: 0,
  },
  access: { first: 'token', requestTime: 'required', contentType: 'ignored', otherVerb: 415, noHttp: 'bad-request' },
  token: {
    lifetimeSeconds: 3600,
    letters: 'base64url',
    answer: 'standard',
    reuse: false,
    newestOnly: false,
    refusedGrant: 400,
    locksAfter: 0,
  },
  refusals: {
    unknownId: API_CODES.notFound,
    foreignId: 'http-403',
    invalidValue: API_CODES.validationFailed,
    unknownState: API_CODES.wrongOtpOrMpin,
    badConsent: API_CODES.validationFailed,
    badSession: API_CODES.notFound,
    inactiveBeneficiary: API_CODES.validationFailed,
  },
  consent: {
    lifetimeSeconds: 300,
    singleUse: true,
    newestOnly: false,
    diesOnWrongTry: false,
    locksAfter: 0,
    mpin: 'optional',
    senderScheme: 'OTP',
    transferScheme: 'OTP',
    tagWithNone: 'known-users',
    otpMobile: 'number-or-text',
    codeDigits: 6,
    fixedCode: '',
  },
  session: { lifetimeSeconds: 900, singleUse: false, newestOnly: false, oneForBoth: false, queryForm: 'served' },
  sender: {
    kycStatus: 'COMPLETED',
    kycRequired: false,
    taxationRequired: false,
    limits: { MONTHLY: 200_000 },
    openingBalance: 250_000,
    newcomerShare: 0.6,
    openingCashback: 0,
    balanceDetail: 'empty',
  },
  beneficiary: {
    activeAtOnce: false,
    listedAccount: 'same-id',
    switchedOff: 'inactive',
    falseForInactive: 'served',
    trueForActive: 'served',
  },
  transfer: {
    paymentSources: ['bank', 'wallet'],
    types: ['imps'],
    pendingLooks: 1,
    overdrawnFailsIn: 'OP-10',
    declinedAccounts: [],
    refundsFailures: true,
    fee: 0,
    debited: 'when-accepted',
    repeatedCorrelationId: 'same-invoice',
    bankRRN: 'text',
    isDelayed: false,
    statusCheckType: 'ignored',
  },
  ekyc: { lifetimeSeconds: 1800, callbackDelayMs: 0, callbackCopies: 1 },
  operations: { access: 'open', media: 'application/json', richStatuses: false, serviceMedia: 'text/plain' },
  description: { access: 'open', groups: false, businessPaths: true, contentType: 'application/json' },
};

/** Entries of the second win. */
export function mergePolicies(base: Policy, change: PolicyChange): Policy;
export function mergePolicies(base: PolicyChange, change: PolicyChange): PolicyChange;
export function mergePolicies(base: PolicyChange, change: PolicyChange): PolicyChange {
  return {
    answers: { ...base.answers, ...change.answers },
    access: { ...base.access, ...change.access },
    token: { ...base.token, ...change.token },
    refusals: { ...base.refusals, ...change.refusals },
    consent: { ...base.consent, ...change.consent },
    session: { ...base.session, ...change.session },
    sender: { ...base.sender, ...change.sender },
    beneficiary: { ...base.beneficiary, ...change.beneficiary },
    transfer: { ...base.transfer, ...change.transfer },
    ekyc: { ...base.ekyc, ...change.ekyc },
    operations: { ...base.operations, ...change.operations },
    description: { ...base.description, ...change.description },
  };
}

export const policyWith = (change: PolicyChange = {}): Policy => mergePolicies(defaultPolicy, change);
