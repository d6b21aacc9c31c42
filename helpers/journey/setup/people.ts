import { randomUUID } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { noWrongRows, type WrongRows } from '../../client/limits/wrong-codes.ts';
import { describeOtpLimit } from '../../client/limits/permit.ts';
import { prodReadsOnly } from '../../config/permissions.ts';
import { untried, type Stop } from '../../judge/stop.ts';
import { createNoncedIds } from '../../core/nonce.ts';
import { createAccounts, type Accounts } from './accounts.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import type { ConfiguredId, Person } from './person.ts';

export interface People {
  readonly subAgent: Person;
  readonly customer: Person;
  /** On prod. */
  readonly readOnly: boolean;
  /** Mobiles that the suite may onboard; mobiles that no run has used come first. */
  readonly spares: readonly string[];
  /** Why further spare mobiles are left out; null where none is. */
  readonly sparesLeftOut: string | null;
  /** Spare mobiles that earlier runs have tagged, as a customer or as a sub-agent. */
  readonly usedBefore: ReadonlySet<string>;
  /** The same in the configured order, by which a person knows the telephones. */
  readonly listedSpares: readonly string[];
  readonly mobiles: readonly string[];
  /** For calls that are refused before the service looks at the mobile. */
  readonly anyMobile: string;
  /** An old transfer, where the run may make none (prod); null where the run makes its own. */
  readonly pastTransfer: { readonly correlationId: ConfiguredId; readonly invoiceId: ConfiguredId } | null;
  readonly accounts: Accounts;
  readonly beneficiary: { readonly ifscCode: string; readonly name: string };
  readonly options: { readonly userAgent: string; readonly sourceAddress: string; readonly geoTag: string };
  readonly mpin: string | null;
  /** Decimal text. */
  readonly amount: string;
  readonly paymentSource: string;
  /** A person types every code: calls that no stated clause needs are left out. */
  readonly codesAreTyped: boolean;
  /** Letters, digits and dashes, at most 36 (reading 20). */
  readonly newCorrelationId: () => string;
}

/** For a code whose clause may stay untried when a person has to type codes. */
export function skipWhereCodesAreTyped({ codesAreTyped }: People): void {
  if (codesAreTyped) throw untried('not tried, to save a person one more code: set another DMT_OTP_SOURCE to try it', 'configuration');
}

/** Nothing that a configuration adds lets a run on PROD do more than read. */
export const lacksMeans = ({ readOnly }: Pick<People, 'readOnly'>, advice: string): Stop =>
  untried(readOnly ? prodReadsOnly : advice, 'configuration');

/** `reason`: where no spare mobile is left out. */
export const describeFewSpares = ({ sparesLeftOut }: People, reason: string): string => sparesLeftOut ?? `${reason} (DMT_SPARE_MOBILES)`;

export const lacksSpare = (people: People, what: string): Stop =>
  lacksMeans(people, describeFewSpares(people, `no spare mobile for ${what}`));

export const lacksMpin = (people: People): Stop => lacksMeans(people, 'no MPIN to set (DMT_MPIN)');

/**
 * Each sender of its own costs codes. Below so many codes a run leaves less out with so few senders, as runs of the sandbox show with caps of
 * 20 to 100.
 */
const sparesByOtps = [
  { below: 35, spares: 0 },
  { below: 60, spares: 4 },
  { below: 75, spares: 6 },
  { below: 105, spares: 9 },
] as const;

/** A selection needs few codes, and its own senders. So does a later part of a split run, which is a campaign alone. */
function countSpares({ selection, shard, limits: { otps } }: Config): number {
  if (otps === null || selection.checks !== null || selection.profile === 'essential' || (shard?.part ?? 1) > 1) return Infinity;
  return sparesByOtps.find(({ below }) => otps < below)?.spares ?? Infinity;
}

/** What earlier runs have left of the spare mobiles. */
interface EarlierUse {
  readonly used?: ReadonlySet<string> | undefined;
  /** No run can use them any more. */
  readonly lost?: ReadonlySet<string> | undefined;
  /** They have another MPIN than the one configured, and come last of all. */
  readonly others?: ReadonlySet<string> | undefined;
  /** Wrong codes with no right one behind them: these mobiles come last. */
  readonly countInRow?: WrongRows['countInRow'];
}

/** No mobile has as many wrong codes in a row. */
const lastOfAll = 1000;

export function createPeople(
  config: Config,
  { used = new Set(), lost = new Set(), others = new Set(), countInRow = noWrongRows.countInRow }: EarlierUse = {},
): People {
  const { target, configuredIds, people, beneficiary, transfer, otp, report } = config;
  const { userAgent, sourceAddress, geoTag } = transfer;
  const readOnly = target.kind === 'prod';
  const spares = people.spareMobiles
    .filter((mobile) => !lost.has(mobile))
    .map((mobile) => ({ mobile, rank: (others.has(mobile) ? lastOfAll : 0) + (used.has(mobile) ? 1 + countInRow(mobile) : 0) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ mobile }) => mobile);
  const count = countSpares(config);
  const named = (variable: ConfiguredId['variable'], id: string | null): Pick<Person, 'configuredTag'> =>
    readOnly ? { configuredTag: { id, variable } } : {};
  return {
    readOnly,
    subAgent: {
      role: 'sub-agent',
      userType: 'subAgent',
      mobile: people.subAgentMobile,
      mpin: null,
      ...named('DMT_SUB_AGENT_TAG', configuredIds.subAgentTag),
    },
    customer: {
      role: 'customer',
      userType: 'customer',
      mobile: people.customerMobile,
      mpin: null,
      ...named('DMT_CUSTOMER_TAG', configuredIds.customerTag),
    },
    spares: spares.slice(0, count),
    sparesLeftOut: spares.length > count ? describeOtpLimit(config.limits.otps) : null,
    usedBefore: used,
    listedSpares: people.spareMobiles,
    mobiles: [people.subAgentMobile, people.customerMobile, ...people.spareMobiles].filter((mobile) => mobile !== ''),
    anyMobile: people.customerMobile === '' ? unknownValues.mobile : people.customerMobile,
    pastTransfer: readOnly
      ? {
          correlationId: { id: configuredIds.correlationId, variable: 'DMT_CORRELATION_ID' },
          invoiceId: { id: configuredIds.invoiceId, variable: 'DMT_INVOICE_ID' },
        }
      : null,
    accounts: createAccounts(config),
    beneficiary: { ifscCode: beneficiary.ifsc, name: beneficiary.name },
    options: { userAgent, sourceAddress, geoTag },
    mpin: otp.mpin,
    // The prod configuration has no amount.
    amount: transfer.amount === '' ? '0' : transfer.amount,
    paymentSource: transfer.paymentSource,
    codesAreTyped: otp.source === 'prompt',
    newCorrelationId: report.nonce === null ? randomUUID : createNoncedIds(report.nonce),
  };
}
