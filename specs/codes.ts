import type { ClauseId } from './clauses.ts';

export const httpStatuses = {
  200: 'executed',
  400: 'syntactically incorrect request',
  401: 'not authenticated',
  403: 'not authorized',
  415: 'wrong method',
} as const;

/** A status that the document lists for business operations. */
type HttpStatus = keyof typeof httpStatuses;

export const isListedStatus = (status: number): status is HttpStatus => Object.hasOwn(httpStatuses, status);

export const apiCodes = {
  success: 2000,
  systemFailure: 4000,
  notAuthorized: 4001,
  nothingFound: 4040,
  validationFailed: 4160,
  wrongOtpOrMpin: 4170,
} as const;

type ApiCode = (typeof apiCodes)[keyof typeof apiCodes];

/** What each code means, and the clause that states it. */
export const apiCodeMeanings = {
  2000: { meaning: 'executed', clause: 'CODE-2000' },
  4000: { meaning: 'system failure', clause: 'CODE-4000' },
  4001: { meaning: 'user not authorized', clause: 'CODE-4001' },
  4040: { meaning: 'nothing found', clause: 'CODE-4040' },
  4160: { meaning: 'user validation failed', clause: 'CODE-4160' },
  4170: { meaning: 'wrong OTP or MPIN', clause: 'CODE-4170' },
} as const satisfies Record<ApiCode, { readonly meaning: string; readonly clause: ClauseId }>;

export const isApiCode = (code: number): code is ApiCode => Object.hasOwn(apiCodeMeanings, code);

/** Served means HTTP 200 with code 2000. */
export const isSuccess = (status: number | null, code: number | null): boolean => status === 200 && code === apiCodes.success;

/** Refused means HTTP 4xx, or HTTP 200 with a code other than 2000. */
export function isRefusal(status: number | null, code: number | null): boolean {
  if (status === 200) return code !== null && code !== apiCodes.success;
  return status !== null && status >= 400 && status < 500;
}

/** After such a refusal nothing was done for certain. A system failure may come at any moment of the work. */
export const isCertainRefusal = (status: number | null, code: number | null): boolean =>
  isRefusal(status, code) && !(status === 200 && code === apiCodes.systemFailure);
