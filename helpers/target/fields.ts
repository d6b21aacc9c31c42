/** How the value of a field is treated, by its name. */
export type FieldSort = 'code' | 'secret' | 'account' | 'mobile' | 'known' | 'free';

const sorts: Readonly<Record<Exclude<FieldSort, 'free'>, readonly string[]>> = {
  code: ['otp', 'mpin'],
  secret: ['password', 'access_token', 'refresh_token', 'id_token', 'client_secret', 'clientpassword', 'agentpassword'],
  account: ['accountno', 'accountnumber', 'pan'],
  mobile: ['mobile', 'sendermobile'],
  // Fields of the specification that carry no code: a number in them is never taken for one.
  known: [
    'code status result isolduser tagid usertype state scheme sendername kycstatus kyc_status kyc_expired_on kyc_required',
    'taxation_required limitleft monthly sessionid fundtransfersessionid getbalancesessionid beneficiaries ifsccode accountholdername',
    'beneficiaryid amount correlationid from to type options useragent sourceaddress geotag invoiceid beneficiaryname transactionid bankrrn',
    'isdelayed mainaccount cashbackaccount limits counters wallettype walletbalance name email fathername gstinnumber subagenttag expire_on',
    'url onboardingstatus onboardingremark senderid action agentname username useronboardingstatus onboardingdate subagentid partnername',
    'object grant_type token_type expires_in scope ifsc timestamp path',
  ].flatMap((line) => line.split(' ')),
};

const byName: ReadonlyMap<string, FieldSort> = new Map(
  (['code', 'secret', 'account', 'mobile', 'known'] as const).flatMap((sort) => sorts[sort].map((name) => [name, sort] as const)),
);

/** A field the document does not know, or one of free text, is `free`. */
export const sortOf = (name: string): FieldSort => byName.get(name.toLowerCase()) ?? 'free';

/** Whether a body may hold a field that needs looking at; a cheap test made before a thorough one. */
export const mayHoldSecrets = (body: string): boolean => /otp|mpin|passw|_token|secret|account|"pan"|mobile|\\u/i.test(body);
