import { API_CODES } from '../http/codes.ts';
import { successResponse } from '../http/responses.ts';
import type { Beneficiary, User } from '../state/store.ts';
import { checkConsent } from '../service/consent.ts';
import { refuse, type ServiceResponse, type AgentContext } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import { checkSubAgent, requireOwnSender, senderInPath } from '../state/users.ts';
import { textField } from '../service/fields.ts';

// The document shows no formats. These keep out what no bank could store.
const ACCOUNT = /^[0-9A-Za-z-]{1,40}$/;
const IFSC = /^[0-9A-Za-z]{1,20}$/;
const NAME = /^[\p{L}\p{M}\p{Nd} .,'’()&/-]{1,140}$/u;

/** OP-7: a new beneficiary waits for its activation (OP-13). */
export function addBeneficiary(context: AgentContext): ServiceResponse {
  const sender = senderInPath(context);
  checkConsent(context, context.policy.consent.senderScheme, sender.mobile, sender);
  const accountNumber = textField(context, 'accountNo', ACCOUNT);
  const ifscCode = textField(context, 'ifscCode', IFSC);
  const holderName = textField(context, 'name', NAME);
  const { listedAccount, activeAtOnce } = context.policy.beneficiary;
  const known = [...sender.beneficiaries.values()].find((one) => one.accountNumber === accountNumber && one.ifscCode === ifscCode);
  if (known !== undefined && listedAccount === 'refused') refuse(API_CODES.validationFailed, 'beneficiary.listed.already');
  if (known !== undefined && listedAccount === 'same-id') return successResponse(context.policy, { beneficiaryId: known.id });
  return successResponse(context.policy, {
    beneficiaryId: storeBeneficiary(context, sender, { accountNumber, ifscCode, holderName, active: activeAtOnce }),
  });
}

function storeBeneficiary({ store }: AgentContext, sender: User, details: Omit<Beneficiary, 'id'>): number {
  const id = store.nextBeneficiary++;
  sender.beneficiaries.set(id, { id, ...details });
  return id;
}

/** OP-13: `true` activates; `false` switches off, which the document leaves open. */
export function activateBeneficiary(context: AgentContext): ServiceResponse {
  checkSubAgent(context);
  const sender = requireOwnSender(context, context.params['senderId'] ?? '');
  const beneficiary = requireOwnBeneficiary(context, sender, context.params['id'] ?? '');
  const wanted = field(context.request.body, 'object');
  if (typeof wanted !== 'boolean') refuse(context.policy.refusals.invalidValue, 'object.invalid');
  if (wanted) switchOn(context, beneficiary);
  else switchOff(context, sender, beneficiary);
  return successResponse(context.policy, null, 'activate.beneficiary.success', true);
}

function switchOn({ policy }: AgentContext, beneficiary: Beneficiary): void {
  if (beneficiary.active && policy.beneficiary.trueForActive === 'refused') refuse(API_CODES.validationFailed, 'beneficiary.active');
  beneficiary.active = true;
}

function switchOff({ policy }: AgentContext, sender: User, beneficiary: Beneficiary): void {
  const { switchedOff, falseForInactive } = policy.beneficiary;
  if (!beneficiary.active && falseForInactive === 'refused') refuse(API_CODES.validationFailed, 'beneficiary.inactive');
  if (!beneficiary.active && falseForInactive === 'delisted') sender.beneficiaries.delete(beneficiary.id);
  if (!beneficiary.active || switchedOff === 'active') return;
  beneficiary.active = false;
  if (switchedOff === 'delisted') sender.beneficiaries.delete(beneficiary.id);
}

/** Ids are numeric text; `007` is no id. */
export function requireOwnBeneficiary(context: AgentContext, sender: User, id: string): Beneficiary {
  const found = /^[1-9]\d{0,18}$/.test(id) ? sender.beneficiaries.get(Number(id)) : undefined;
  return found ?? refuse(context.policy.refusals.unknownId, 'beneficiary.not.found');
}
