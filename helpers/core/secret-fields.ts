export type FieldSort = 'code' | 'secret' | 'account' | 'mobile' | 'known' | 'words' | 'free';

const namesBySort: Readonly<Record<Exclude<FieldSort, 'free'>, readonly string[]>> = {
  code: ['otp', 'mpin'],
  secret: ['password', 'access_token', 'refresh_token', 'id_token', 'client_secret', 'clientpassword', 'agentpassword'],
  account: ['accountno', 'accountnumber', 'pan'],
  mobile: ['mobile', 'sendermobile'],
  // Fields of the specification that hold numbers, times and ids: redaction never takes their values for codes.
  known: [
    'code state kycstatus kyc_expired_on kyc_required taxation_required limitleft monthly sessionid fundtransfersessionid',
    'getbalancesessionid beneficiaries ifsccode beneficiaryid amount correlationid from to options sourceaddress geotag invoiceid',
    'transactionid bankrrn mainaccount cashbackaccount limits counters walletbalance expire_on onboardingdate object expires_in ifsc timestamp',
  ].flatMap((line) => line.split(' ')),
  // Fields of the specification that hold words: a number in them may be a code.
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

/** A hostile target may send any number of names. */
const MOST_NAMES = 2000;
const sortCache = new Map<string, FieldSort>();

/** A field that the document does not know is `free`, unless its name shows a secret: `otpValue`, `otp `. */
export function fieldSortByName(name: string): FieldSort {
  const found = sortCache.get(name);
  if (found !== undefined) return found;
  const sort = classifyFieldName(name);
  if (sortCache.size < MOST_NAMES) sortCache.set(name, sort);
  return sort;
}

/** Everything inside a field of these sorts has the same sort, however deep and under any name. */
const inheritedSorts: ReadonlySet<FieldSort> = new Set(['code', 'secret', 'account', 'mobile']);
const strongestSorts: ReadonlySet<FieldSort> = new Set(['code', 'secret']);

/** The sort of a field inside another one; a null name is an item of a list. */
export function fieldSortWithin(outer: FieldSort, name: string | null): FieldSort {
  if (name === null || strongestSorts.has(outer)) return outer;
  const own = fieldSortByName(name);
  return inheritedSorts.has(outer) && !inheritedSorts.has(own) ? outer : own;
}

/** A cheap test before the full scan. */
export const mayHoldSecrets = (body: string): boolean => /otp|mpin|passw|_token|secret|account|"pan"|mobile|\\u/i.test(body);
