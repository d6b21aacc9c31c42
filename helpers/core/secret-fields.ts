/** How the value of a field is treated, by its name. */
export type FieldSort = 'code' | 'secret' | 'account' | 'mobile' | 'known' | 'words' | 'free';

const namesBySort: Readonly<Record<Exclude<FieldSort, 'free'>, readonly string[]>> = {
  code: ['otp', 'mpin'],
  secret: ['password', 'access_token', 'refresh_token', 'id_token', 'client_secret', 'clientpassword', 'agentpassword'],
  account: ['accountno', 'accountnumber', 'pan'],
  mobile: ['mobile', 'sendermobile'],
  // Fields of the specification that hold numbers, times and ids: one in them is never taken for a code.
  known: [
    'code state kycstatus kyc_expired_on kyc_required taxation_required limitleft monthly sessionid fundtransfersessionid',
    'getbalancesessionid beneficiaries ifsccode beneficiaryid amount correlationid from to options sourceaddress geotag invoiceid',
    'transactionid bankrrn mainaccount cashbackaccount limits counters walletbalance expire_on onboardingdate object expires_in ifsc timestamp',
  ].flatMap((line) => line.split(' ')),
  // Fields of the specification that hold words, so that a number among them may be a code.
  words: [
    'message remark status result isolduser tagid usertype scheme sendername kyc_status accountholdername type useragent beneficiaryname',
    'isdelayed wallettype name email fathername gstinnumber subagenttag url onboardingstatus onboardingremark senderid action agentname',
    'username useronboardingstatus subagentid partnername grant_type token_type scope path',
  ].flatMap((line) => line.split(' ')),
};

const sortByKnownName: ReadonlyMap<string, FieldSort> = new Map(
  (['code', 'secret', 'account', 'mobile', 'known', 'words'] as const).flatMap((sort) =>
    namesBySort[sort].map((name) => [name, sort] as const),
  ),
);

function classifyFieldName(name: string): FieldSort {
  const small = name.toLowerCase();
  const exact = sortByKnownName.get(small);
  if (exact !== undefined) return exact;
  if (/otp|mpin/.test(small)) return 'code';
  const bare = sortByKnownName.get(small.replaceAll(/[^a-z_]/g, ''));
  return bare === 'secret' || bare === 'account' || bare === 'mobile' ? bare : 'free';
}

/** A hostile target may invent names without end. */
const MOST_NAMES = 2000;
const sortCache = new Map<string, FieldSort>();

/** A field the document does not know is `free`, unless its name says that it holds what must not be kept: `otpValue`, `otp `. */
export function fieldSortByName(name: string): FieldSort {
  const found = sortCache.get(name);
  if (found !== undefined) return found;
  const sort = classifyFieldName(name);
  if (sortCache.size < MOST_NAMES) sortCache.set(name, sort);
  return sort;
}

/** What lies within a field of these sorts is of the same sort, however deep and under whatever names. */
const inheritedSorts: ReadonlySet<FieldSort> = new Set(['code', 'secret', 'account', 'mobile']);
const strongestSorts: ReadonlySet<FieldSort> = new Set(['code', 'secret']);

/** The sort of a field within another one; no name stands for an item of a list. */
export function fieldSortWithin(outer: FieldSort, name: string | null): FieldSort {
  if (name === null || strongestSorts.has(outer)) return outer;
  const own = fieldSortByName(name);
  return inheritedSorts.has(outer) && !inheritedSorts.has(own) ? outer : own;
}

/** Whether a body may hold a field that needs looking at; a cheap test made before a thorough one. */
export const mayHoldSecrets = (body: string): boolean => /otp|mpin|passw|_token|secret|account|"pan"|mobile|\\u/i.test(body);
