import type { Reply } from '../../judge/reply.ts';
import { mustServe, mustServeOrRefuse } from '../../judge/served.ts';
import type { Detail } from '../setup/detail.ts';
import { activate, sendActivation, type Added } from './changes.ts';
import { isListedActive } from './lists.ts';

const showsAccount = ({ beneficiaries }: Detail, { accountNo }: Added): boolean =>
  beneficiaries.some(({ accountNumber }) => accountNumber === accountNo);

const showsActive = ({ beneficiaries }: Detail, { beneficiaryId }: Added): boolean => isListedActive(beneficiaries, beneficiaryId);

export const switchOn: typeof activate = (deps, session, sender, id) => sendActivation(deps, session, sender, id, true);
const switchOff: typeof activate = (deps, session, sender, id) => sendActivation(deps, session, sender, id, false);

/** What the first OP-13 of a sender does. To `deactivate` takes a second beneficiary that stays inactive. */
export type FirstSwitch = 'activate' | 'deactivate';

interface FirstSwitchRow {
  /** What OP-13 carries. */
  readonly value: boolean;
  readonly send: typeof activate;
  /** The list is current. */
  readonly isShown: (shown: Detail, added: Added) => boolean;
  readonly accept: (reply: Reply) => Reply;
}

export const firstSwitches: Readonly<Record<FirstSwitch, FirstSwitchRow>> = {
  activate: { value: true, send: activate, isShown: showsActive, accept: mustServe },
  // It may be refused, for one that is off already (reading 1).
  deactivate: { value: false, send: switchOff, isShown: showsAccount, accept: mustServeOrRefuse },
};
