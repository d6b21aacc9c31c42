import { valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';

/** Of an answer of OP-6. */
export const isKycCompleted = (reply: Reply): boolean => valueAt(reply, 'result.kycStatus.kyc_status') === 'COMPLETED';
export const isKycRequired = (reply: Reply): boolean => valueAt(reply, 'result.kycStatus.kyc_required') === true;

export const completeEkyc = 'OP-6 names no completed KYC of this sender, so complete its eKYC before the run';
