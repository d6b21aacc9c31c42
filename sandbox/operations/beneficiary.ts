import { served } from '../http/responses.ts';
import type { Beneficiary, User } from '../state/store.ts';
import { checkConsent } from '../service/consent.ts';
import { refuse, type Answer, type Call } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import type { Route } from '../http/router.ts';
import { checkSubAgent, ownSender, senderInPath } from '../state/users.ts';
import { textField } from '../service/fields.ts';

// Formats are not shown; these keep out what no bank could store.
const ACCOUNT = /^[0-9A-Za-z-]{1,40}$/;
const IFSC = /^[0-9A-Za-z]{1,20}$/;
const NAME = /^[\p{L}\p{M}\p{Nd} .,'’()&/-]{1,140}$/u;

/** OP-7: a new beneficiary waits for its activation (OP-13). */
function addBeneficiary(call: Call): Answer {
  const sender = senderInPath(call);
  checkConsent(call, call.policy.consent.senderScheme, sender.mobile, sender);
  const accountNumber = textField(call, 'accountNo', ACCOUNT);
  const ifscCode = textField(call, 'ifscCode', IFSC);
  const holderName = textField(call, 'name', NAME);
  const { listedAccount, activeAtOnce } = call.policy.beneficiary;
  const known = [...sender.beneficiaries.values()].find((one) => one.accountNumber === accountNumber && one.ifscCode === ifscCode);
  if (known !== undefined && listedAccount === 'refused') refuse(4160, 'beneficiary.listed.already');
  if (known !== undefined && listedAccount === 'same-id') return served(call.policy, { beneficiaryId: known.id });
  return served(call.policy, { beneficiaryId: add(call, sender, { accountNumber, ifscCode, holderName, active: activeAtOnce }) });
}

function add({ bank }: Call, sender: User, details: Omit<Beneficiary, 'id'>): number {
  const id = bank.nextBeneficiary++;
  sender.beneficiaries.set(id, { id, ...details });
  return id;
}

/** OP-13: `true` activates; `false` leaves the beneficiary as it is. */
function activate(call: Call): Answer {
  checkSubAgent(call);
  const beneficiary = ownBeneficiary(call, ownSender(call, call.params['senderId'] ?? ''), call.params['id'] ?? '');
  const wanted = field(call.ask.body, 'object');
  if (typeof wanted !== 'boolean') refuse(call.policy.refusals.invalidValue, 'object.invalid');
  beneficiary.active ||= wanted;
  return served(call.policy, null, 'activate.beneficiary.success', true);
}

/** Ids are numeric text; `007` is not the text of any id. */
export function ownBeneficiary(call: Call, sender: User, id: string): Beneficiary {
  const found = /^[1-9]\d{0,18}$/.test(id) ? sender.beneficiaries.get(Number(id)) : undefined;
  return found ?? refuse(call.policy.refusals.unknownId, 'beneficiary.not.found');
}

const base = '/uiObjects/endpoint/v3/sender';

export const beneficiaryRoutes: Route[] = [
  { operation: 'OP-7', method: 'POST', path: `${base}/beneficiary/{senderId}`, payload: true, business: true, handle: addBeneficiary },
  { operation: 'OP-13', method: 'POST', path: `${base}/{senderId}/beneficary/{id}`, payload: true, business: true, handle: activate },
];
