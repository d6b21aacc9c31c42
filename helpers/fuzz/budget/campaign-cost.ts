import { Big } from 'big.js';
import type { Effect, Operation } from '../../../specs/operation.ts';
import type { CampaignBudget } from '../../core/budget.ts';
import { countInSlice, wholeSlice, type Slice } from '../../core/records/shard.ts';
import type { Config } from '../../config/config.ts';
import { catalogues } from '../cases/catalogue.ts';
import type { Chapter } from '../cases/chapter.ts';
import type { Dimension } from '../cases/case.ts';
import { isPermitted } from './permitted.ts';
import { countCases, chapterName } from './part.ts';
import type { RaceName } from '../findings/race-names.ts';
import { countSequences, listRaceSizes, sequencePairs } from './sizes.ts';
import { noCost, multiplyCost, sumCosts, type PartCost } from './cost.ts';

/** Served odd calls per hundred, where a served call may have an effect. Headers are odd in what a service need not read. */
const servedOfHundred: Readonly<Record<Dimension, number>> = { payload: 24, json: 5, address: 5, headers: 86, consent: 18, bytes: 0 };

/** A service ignores unknown names in a query. */
const ignoredByDimension: Partial<Readonly<Record<Dimension, number>>> = { address: 12 };

/** Cases between two documented calls. */
export const casesBetweenControls = 60;

/** Codes for one call. OP-9 takes one more where its session serves once. */
function countCodes({ id, consent }: Operation): number {
  if (id === 'OP-9') return 2;
  return consent === 'required' || id === 'OP-12' ? 1 : 0;
}

const costByEffect: Readonly<Record<Effect, Partial<PartCost>>> = {
  none: {},
  'sends-otp': { otps: 1 },
  'moves-money': { transfers: 1 },
  'leaves-record': { records: 1 },
};

/**
 * Readings after each group of cases: the list before and after.
 * OP-13 also needs an inactive beneficiary, and the refused calls once more for it.
 */
const readCostByOperation: Partial<Readonly<Record<Operation['id'], PartCost>>> = {
  'OP-7': { ...noCost, otps: 2 },
  'OP-13': { ...noCost, otps: 4, records: 1 },
};

/** One chapter: its cases, the documented calls between them, and the readings after them. */
function calculateChapterCost({ dimension, operation }: Chapter, runs: number, slice: Slice): PartCost {
  const written = catalogues[dimension](operation);
  const cases = countInSlice(countCases({ dimension, operation }, runs), slice);
  const wrongCodes = written.filter(({ sendsWrongCode }) => sendsWrongCode === true).length;
  const foreign = written.filter(({ expects }) => expects === 'other-state').length;
  const pauses = 2 + Math.floor(cases / casesBetweenControls) + wrongCodes;
  const taken = Math.min(cases, Math.ceil((cases * servedOfHundred[dimension]) / 100) + (ignoredByDimension[dimension] ?? 0));
  return sumCosts([
    { ...noCost, otps: countCodes(operation) * (cases + pauses) + foreign, wrongCodes },
    multiplyCost(taken + pauses, { ...noCost, ...costByEffect[operation.effect] }),
    multiplyCost(pauses, readCostByOperation[operation.id] ?? noCost),
    // Where a session serves once, each reading of the balance takes a code.
    operation.id === 'OP-14' ? { ...noCost, otps: pauses + 2 } : noCost,
  ]);
}

/** Two new senders: tagged, and each with two beneficiaries, one of them active. */
const pairCost: PartCost = { ...noCost, otps: 18, records: 8 };

/** The history that two senders get before their first race. */
const agingCost: PartCost = { ...noCost, otps: 24, transfers: 2, records: 4 };

/** A sequence of at most sixteen steps, with the readings after each. */
const sequenceCost: PartCost = { ...noCost, otps: 27, transfers: 4, records: 4 };

/** Sequences are shrunk on new senders. */
const sequenceFindingsReserve: PartCost = { ...noCost, otps: 450, transfers: 20, records: 60 };

const calculateSequencesCost = (runs: number, slice: Slice): PartCost =>
  sumCosts([
    multiplyCost(sequencePairs, pairCost),
    multiplyCost(countInSlice(countSequences(runs), slice), sequenceCost),
    sequenceFindingsReserve,
  ]);

/** The cost of one round of a race: once, and for each call it releases. */
type Round = readonly [fixed: Partial<PartCost>, each: Partial<PartCost>];

const paymentRound: Round = [{ otps: 4 }, { otps: 2, transfers: 1 }];

const roundByRace: Readonly<Record<RaceName, Round>> = {
  overspend: [
    { otps: 8, transfers: 1 },
    { otps: 2, transfers: 1 },
  ],
  'same-request': paymentRound,
  'same-request-status': paymentRound,
  'own-amount': paymentRound,
  'own-invoice': paymentRound,
  debited: [
    { otps: 13, transfers: 2 },
    { otps: 2, transfers: 1 },
  ],
  'same-account': [{ otps: 4 }, { otps: 1, records: 1 }],
  'own-id': [{ otps: 4 }, { otps: 1, records: 1 }],
  activated: [{ otps: 4 }, { otps: 3, records: 2 }],
  'activated-meanwhile': [
    { otps: 5, transfers: 1 },
    { otps: 3, records: 2 },
  ],
  'found-meanwhile': [{ otps: 6, transfers: 2 }, {}],
  'own-details': [{ otps: 6 }, {}],
  'one-tag': [{ otps: 3 }, { otps: 1, records: 1 }],
};

function calculateRaceCost(race: RaceName, concurrency: number): PartCost {
  const [fixed, each] = roundByRace[race];
  return sumCosts(listRaceSizes(concurrency).flatMap((size) => [{ ...noCost, ...fixed }, multiplyCost(size, { ...noCost, ...each })]));
}

/** The set-up for odd calls: the sub-agent, a sender with a beneficiary and a transfer, and a sender for MPINs. */
const setUpCost: PartCost = { ...noCost, otps: 14, transfers: 2, records: 10 };

/** Findings are shrunk and confirmed: room for a few of them. */
const findingsReserve: PartCost = { ...noCost, otps: 180, transfers: 60, wrongCodes: 12, records: 30 };

/** To find which refused call changed a list, each call is tried between two readings, with an inactive beneficiary. */
const listFindingsReserve: PartCost = { ...findingsReserve, otps: 440, records: 90 };

function chooseFindingsReserve(parts: readonly Part[], { permissions }: SizedBy): PartCost {
  if (!permissions.allow.includes('fuzz-effects')) return noCost;
  return parts.some(({ chapter }) => chapter !== undefined && readCostByOperation[chapter.operation.id] !== undefined)
    ? listFindingsReserve
    : findingsReserve;
}

/** The parts of a check that show its share of a campaign. */
export interface Part {
  readonly needs?: string;
  readonly chapter?: Chapter;
  readonly race?: RaceName;
}

export const buildPartName = ({ chapter, race }: Part): string => (chapter === undefined ? (race ?? 'walks') : chapterName(chapter));

type SizedBy = Pick<Config, 'fuzz' | 'permissions' | 'connection'>;

function calculatePartCost(part: Part, { fuzz, permissions, connection }: SizedBy): PartCost {
  const { needs, chapter, race } = part;
  const slice = fuzz.share?.slices.get(buildPartName(part)) ?? wholeSlice;
  const fuzzEffects = permissions.allow.includes('fuzz-effects');
  if (chapter !== undefined) return isPermitted(chapter.operation, fuzzEffects) ? calculateChapterCost(chapter, fuzz.runs, slice) : noCost;
  if (needs === 'walks') return fuzzEffects ? calculateSequencesCost(fuzz.runs, slice) : noCost;
  const mayRace = fuzzEffects && permissions.allow.includes('races') && race !== undefined;
  return mayRace ? calculateRaceCost(race, connection.maxConcurrency) : noCost;
}

export const calculateCosts = (parts: readonly Part[], by: SizedBy): ReadonlyMap<string, PartCost> =>
  new Map(parts.map((part) => [buildPartName(part), calculatePartCost(part, by)]));

type CappedBy = Pick<Config, 'target' | 'transfer' | 'limits'>;

/** Money for each transfer, twice: odd amounts take what is left over. On our own sandbox no person pays. */
function calculateAmount(transfers: number, { target, transfer, limits }: CappedBy): string | null {
  if (target.own) return null;
  const most = new Big(transfer.amount === '' ? '0' : transfer.amount).times(2 * transfers);
  return limits.spend !== null && most.gt(limits.spend) ? limits.spend : most.toFixed();
}

/** The campaign's row of the bill: what the campaign of these checks may take at most (decision 19). */
export function campaignRow(parts: readonly Part[], config: SizedBy & CappedBy): CampaignBudget {
  const costs = calculateCosts(parts, config);
  if (costs.size === 0) return { ...noCost, amount: '0' };
  const hasRaces = parts.some(({ race }) => race !== undefined);
  const { otps, transfers, wrongCodes, records } = sumCosts([
    ...costs.values(),
    setUpCost,
    chooseFindingsReserve(parts, config),
    ...(hasRaces ? [multiplyCost(sequencePairs, sumCosts([pairCost, agingCost]))] : []),
  ]);
  const within = (count: number, cap: number | null): number => Math.min(count, cap ?? Infinity);
  const { limits } = config;
  const most = within(transfers, limits.transfers);
  return {
    otps: within(otps, limits.otps),
    transfers: most,
    amount: calculateAmount(most, config),
    wrongCodes: within(wrongCodes, limits.wrongCodes),
    // A campaign requests its tokens as documented.
    wrongLogins: 0,
    records,
  };
}
