import type { Operation } from '../../../specs/operation.ts';
import { addBeneficiary, requestTransfer, senderDetail, setMpin, tagUser } from '../../../specs/operations.ts';
import { changeLastDigit, mistakes } from '../calls/wrong-otp.ts';

/** A right code or MPIN that is cut short, continued or partly right: wrong all the same (reading 13). */
interface NearMissWay {
  readonly way: string;
  readonly fact: string;
  /** Which of the two is changed. */
  readonly of: 'otp' | 'mpin' | 'both';
  /** The consent carries the right MPIN too. */
  readonly besideMpin?: true;
  /** The right MPIN is empty for a sender without one. */
  readonly change: (right: string, mpin: string) => string;
  /** A service may call a code of another length malformed, OP-9 may refuse a session that has ended, and OP-12 the MPIN that stands. */
  readonly maySayOtherwise: boolean;
  readonly isOtherLength?: true;
  readonly moneyOnly: boolean;
  /** The state is that of a code that has just been accepted. Only OP-6 is tried so, because it needs no further code. */
  readonly afterUse?: true;
}

export interface NearMiss extends NearMissWay {
  readonly operation: Operation;
}

const ways: readonly NearMissWay[] = [
  {
    way: 'otp-last-four',
    // A service that compares the last digits alone, however many, takes it.
    fact: 'an OTP whose first digit is wrong',
    of: 'otp',
    change: mistakes.first,
    maySayOtherwise: false,
    moneyOnly: false,
  },
  {
    way: 'otp-continued',
    fact: 'the right OTP with a digit behind it',
    of: 'otp',
    change: (code) => `${code}0`,
    maySayOtherwise: true,
    isOtherLength: true,
    moneyOnly: false,
  },
  {
    way: 'otp-preceded',
    // A service that compares codes as numbers takes it.
    fact: 'the right OTP with a zero in front',
    of: 'otp',
    change: (code) => `0${code}`,
    maySayOtherwise: true,
    isOtherLength: true,
    moneyOnly: true,
  },
  {
    way: 'otp-cut',
    fact: 'the right OTP without its last digit',
    of: 'otp',
    change: (code) => code.slice(0, -1),
    maySayOtherwise: true,
    isOtherLength: true,
    moneyOnly: true,
  },
  {
    way: 'mpin-first-digit',
    fact: 'an MPIN whose first digit is wrong',
    of: 'mpin',
    change: mistakes.first,
    maySayOtherwise: false,
    moneyOnly: false,
  },
  {
    way: 'otp-beside-mpin',
    fact: 'a wrong OTP beside the right MPIN',
    of: 'otp',
    besideMpin: true,
    change: mistakes.zeros,
    maySayOtherwise: true,
    moneyOnly: true,
  },
  {
    way: 'mpin-as-otp',
    fact: 'the right MPIN in place of the OTP',
    of: 'otp',
    besideMpin: true,
    change: (_, mpin) => mpin,
    maySayOtherwise: true,
    isOtherLength: true,
    moneyOnly: true,
  },
  {
    way: 'mpin-continued',
    fact: 'the right MPIN with a digit behind it',
    of: 'mpin',
    change: (mpin) => `${mpin}0`,
    maySayOtherwise: true,
    isOtherLength: true,
    moneyOnly: true,
  },
  {
    way: 'mpin-cut',
    fact: 'the right MPIN without its last digit',
    of: 'mpin',
    change: (mpin) => mpin.slice(0, -1),
    maySayOtherwise: true,
    isOtherLength: true,
    moneyOnly: true,
  },
  {
    way: 'both-wrong',
    fact: 'a wrong OTP beside a wrong MPIN',
    of: 'both',
    change: changeLastDigit,
    maySayOtherwise: true,
    moneyOnly: true,
  },
];

/** OP-12 names an MPIN of its own, so no MPIN is wrong there. One that OP-4 takes opens nothing that it opens elsewhere. */
const takesMpinToo = ({ id }: Operation): boolean => id !== setMpin.id && id !== tagUser.id;

/** Codes are dear, so this way is left out where a call neither pays nor prepares a payment. */
const isTried = ({ way }: NearMissWay, { id }: Operation): boolean =>
  way !== 'otp-continued' || (id !== tagUser.id && id !== senderDetail.id);

/** Money first. */
const nearMissOperations: readonly Operation[] = [requestTransfer, addBeneficiary, setMpin, senderDetail, tagUser];

const wrongOtpAfterUse: NearMiss = {
  way: 'otp-after-use',
  fact: 'a wrong OTP with the state of a code that was accepted before',
  of: 'otp',
  change: changeLastDigit,
  maySayOtherwise: true,
  moneyOnly: false,
  afterUse: true,
  operation: senderDetail,
};

const onFreshCodes: readonly NearMiss[] = nearMissOperations.flatMap((operation) =>
  ways
    .filter((way) => isTried(way, operation))
    .filter(({ of, moneyOnly }) => operation.id === requestTransfer.id || (!moneyOnly && (of === 'otp' || takesMpinToo(operation))))
    .map((each) => ({
      ...each,
      operation,
      // How long a session lives is open, and a service may look at it before the code.
      maySayOtherwise: each.maySayOtherwise || operation.id === setMpin.id || operation.id === requestTransfer.id,
    })),
);

/** In the order in which they are sent: a cap cuts off the end. Codes are dear, so only OP-9 gets all of them. */
export const nearMisses: readonly NearMiss[] = [...onFreshCodes, wrongOtpAfterUse];

export const nearMissKey = ({ way, operation }: Pick<NearMiss, 'way' | 'operation'>): string => `${way}-${operation.id}`;

/** Others need no MPIN, so any spare sender will do. */
export const needsMpinSender = ({ of, besideMpin, operation }: NearMiss): boolean =>
  of !== 'otp' || besideMpin === true || operation.id === setMpin.id;
