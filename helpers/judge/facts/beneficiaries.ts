import { toIdText } from '../../core/answers.ts';
import { member, toList } from '../../core/json.ts';

/** A beneficiary as OP-6 lists it, read leniently: the schema judges the types. */
export interface Beneficiary {
  /** As written; empty where there is none. */
  readonly id: string;
  readonly account: string;
  readonly ifsc: string;
  readonly name: string;
  /** `true` or `false`; any other text breaks a clause of its own. */
  readonly status: string;
}

const readBeneficiary = (each: unknown): Beneficiary => {
  const text = (name: string): string => toIdText(member(each, name)) ?? '';
  return {
    id: text('beneficiaryId'),
    account: text('accountNumber'),
    ifsc: text('ifscCode'),
    name: text('accountHolderName'),
    status: String(member(each, 'status')),
  };
};

/** Of the result of OP-6, in its order; none where it has no list. */
export const readBeneficiaries = (result: unknown): readonly Beneficiary[] => toList(member(result, 'beneficiaries')).map(readBeneficiary);

export const isActive = ({ status }: Pick<Beneficiary, 'status'>): boolean => status === 'true';
