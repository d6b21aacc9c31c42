import { activateBeneficiary } from '../../specs/operations.ts';
import { isActive } from '../../helpers/judge/facts/beneficiaries.ts';
import { validValueAt } from '../../helpers/judge/fields.ts';
import { sameId } from '../../helpers/core/ids.ts';
import { member, parseJson } from '../../helpers/core/json.ts';
import { blocked, notApplicable } from '../../helpers/judge/stop.ts';
import { check, rule, type Suite } from '../../helpers/runner/check.ts';
import type { Switched } from '../../helpers/journey/beneficiary/beneficiary.ts';
import type { Listed, Detail } from '../../helpers/journey/setup/detail.ts';
import { exercise } from '../support/exercise.ts';
import { judgeMessage } from '../support/success-message.ts';
import { activationRules } from '../rules/activations.ts';
import { addedBeneficiaryRules } from '../rules/added-beneficiaries.ts';

const findListed = ({ beneficiaries }: Detail, id: string): Listed | undefined =>
  beneficiaries.find(({ beneficiaryId }) => sameId(beneficiaryId, id));

const statusPlace = ({ beneficiaries }: Detail, entry: Listed): string => `result.beneficiaries[${beneficiaries.indexOf(entry)}].status`;

/** A list that is itself broken does not show what is missing from it. */
function mustHaveReadableList({ reply }: Detail): void {
  validValueAt(reply, 'result.beneficiaries');
  const hidden = reply.payload.findings.find(({ place: where }) => where.startsWith('result.beneficiaries['));
  if (hidden !== undefined) throw blocked(hidden.clause, `${hidden.place} holds ${hidden.received}`, 'service');
}

/** The entry that OP-13 switched, or a stop with the reason why it cannot be judged. */
function findSwitchedEntry({ after, beneficiaryId }: Switched): Listed {
  const entry = findListed(after, beneficiaryId);
  if (entry === undefined) {
    mustHaveReadableList(after);
    throw notApplicable('OP-6 does not list the beneficiary after OP-13 with false');
  }
  validValueAt(after.reply, statusPlace(after, entry));
  return entry;
}

const isActivationRequest = (body: string | undefined): boolean => member(parseJson(body ?? ''), 'object') === true;

export const beneficiaries: Suite = {
  name: 'Beneficiaries',
  area: 'Business operations',
  checks: [
    ...addedBeneficiaryRules,
    ...activationRules,
    check('OP13-FALSE-DOES-NOT-ACTIVATE', 'customer', 'asking with false activates nothing', async ({ use, observe, journey, must }) => {
      const off = await use(journey.customer.beneficiaries.switchedOff);
      const entry = findSwitchedEntry(off);
      // Where no beneficiary waits for activation, beneficiaries may be active from the start.
      const waits = !isActive(entry) || off.after.beneficiaries.some((each) => !isActive(each));
      observe(`a new beneficiary is ${waits ? 'inactive' : 'active'} before OP-13`);
      if (waits) must.equal(off.after.reply, statusPlace(off.after, entry), 'false');
    }),
    rule('OP13-MESSAGE-KEY', 'success', 'an activation is answered with its message key', {
      operation: 'OP-13',
      exercise: exercise['OP-13'],
      judge: (reply) =>
        isActivationRequest(reply.exchange.request.body?.text) ? judgeMessage(activateBeneficiary.successMessage)(reply) : null,
    }),
  ],
};
