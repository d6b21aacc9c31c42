import type { ForeignWay } from '../../helpers/journey/second-agent/foreign-replies.ts';
import type { OperationId } from '../../specs/operation.ts';

export interface OneForeignId {
  readonly way: string;
  readonly operation: OperationId;
  readonly title: string;
  /** The reply, as the journey names it. */
  readonly from: ForeignWay;
  readonly id: string;
}

/** All else is the second agent's own, so the service must look at this id to refuse. */
export const oneForeignId: readonly OneForeignId[] = [
  {
    way: 'foreign-session-OP-14',
    operation: 'OP-14',
    title: "OP-14 of an own sender with another agent's session is refused",
    from: 'own-sender',
    id: 'OP-14-foreign-session',
  },
  {
    way: 'foreign-payer-OP-9',
    operation: 'OP-9',
    title: "OP-9 with an own session from another agent's sender is refused",
    from: 'its-own-sub-agent',
    id: 'OP-9-mixed',
  },
  {
    way: 'foreign-beneficiary-OP-13',
    operation: 'OP-13',
    title: "OP-13 of an own sender with another agent's beneficiary is refused",
    from: 'own-sender',
    id: 'OP-13-foreign-beneficiary',
  },
  {
    way: 'foreign-beneficiary-OP-13-false',
    operation: 'OP-13',
    title: "OP-13 (false) of an own sender with another agent's beneficiary is refused",
    from: 'own-sender',
    id: 'OP-13-false-foreign-beneficiary',
  },
];
