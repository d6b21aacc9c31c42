import { describe, expect, test } from 'vitest';
import { buildPartName } from '../../helpers/fuzz/budget/campaign-cost.ts';
import { divideCampaign } from '../../helpers/fuzz/budget/divide.ts';
import { firstPlace, generateCases, isWritten, sliceCases } from '../../helpers/fuzz/cases/cases.ts';
import { ekycOnboarding, requestTransfer } from '../../specs/operations.ts';
import { countInSlice } from '../../helpers/core/records/shard.ts';
import { isOfCampaign } from '../../helpers/runner/check.ts';
import { planFor } from '../../suites/plan-for.ts';
import { readPart } from './split.ts';

const campaign = planFor({ selection: { checks: null, profile: 'full' }, safety: true, fuzz: { runs: 1 } })
  .entries.map(({ check }) => check)
  .filter(isOfCampaign);

describe.each([2, 3, 8])('a campaign in %i parts', (of) => {
  const shares = divideCampaign(campaign, 1000, of);

  test('has each chapter, the sequences and each race once: whole in one part, or one slice in every part', () => {
    for (const name of new Set(campaign.map(buildPartName))) {
      const slices = shares.flatMap(({ slices: own }) => own.get(name) ?? []);
      if (slices.length === 1) expect(slices).toEqual([{ nth: 0, of: 1 }]);
      else expect(slices, name).toEqual(shares.map((_, nth) => ({ nth, of })));
    }
  });

  test('gives no part much more than another, and each clock to the parts in whole', () => {
    for (const kind of ['cases', 'walks', 'races'] as const) expect(shares.reduce((sum, { clock }) => sum + clock[kind], 0)).toBeCloseTo(1);
    for (const { clock } of shares) expect(clock.walks).toBeCloseTo(1 / of);
    for (const { clock } of shares) expect(clock.cases).toBeLessThan(1.3 / of);
  });
});

test('the slices of a chapter hold each case of the whole once, in its order', () => {
  const whole = [...generateCases('payload', requestTransfer, 7, 3)];
  const slices = [0, 1, 2].map((nth) => [...sliceCases(whole, { nth, of: 3 })]);
  expect(slices.map(({ length }) => length)).toEqual([0, 1, 2].map((nth) => countInSlice(whole.length, { nth, of: 3 })));
  expect(new Set(slices.flat())).toEqual(new Set(whole));
  for (const slice of slices) expect(slice).toEqual(whole.filter((each) => slice.includes(each)));
});

test('each part draws values for every place, though there are as many places as parts', () => {
  const ekyc = [...generateCases('payload', ekycOnboarding, 7, 200)].filter((each) => !isWritten(each));
  const places = new Set(ekyc.map(firstPlace));
  expect(places.size).toBe(8);
  for (const nth of [0, 1, 2, 3, 4, 5, 6, 7]) expect(new Set([...sliceCases(ekyc, { nth, of: 8 })].map(firstPlace))).toEqual(places);
});

const mobiles = (count: number): string => Array.from({ length: count }, (_, at) => String(7_000_000_000 + at)).join(',');

/** Another service than our own sandbox: its parts share caps, mobiles and rate. */
const shared = {
  DMT_TARGET: 'uat',
  DMT_BASE_URL: 'http://127.0.0.1:9',
  DMT_AUTH_URL: 'http://127.0.0.1:9',
  DMT_EFFECTS_ON: '127.0.0.1:9',
  DMT_CLIENT_ID: 'artificial',
  DMT_CLIENT_PASSWORD: 'artificial-1',
  DMT_AGENT_ID: 'artificial',
  DMT_AGENT_PASSWORD: 'artificial-2',
  DMT_SUB_AGENT_MOBILE: '6000000001',
  DMT_CUSTOMER_MOBILE: '6000000002',
  DMT_SPARE_MOBILES: mobiles(30),
  DMT_OTP_SOURCE: 'fixed',
  DMT_OTP: '000000',
  DMT_MPIN: '000000',
  DMT_TRANSFER_AMOUNT: '10',
  DMT_ALLOW: 'fuzz-effects,races',
  DMT_BENEFICIARY_ACCOUNT: '0001',
  DMT_BENEFICIARY_IFSC: 'ZZZZ0000001',
  DMT_BENEFICIARY_NAME: 'Artificial',
  DMT_USER_AGENT: 'artificial',
  DMT_SOURCE_ADDRESS: '192.0.2.1',
  DMT_GEO_TAG: '0.0,0.0',
  DMT_MAX_OTPS: '60000',
  DMT_MAX_TRANSFERS: '20000',
  DMT_MAX_SPEND: '900000',
  DMT_MAX_WRONG_CODES: '900',
  DMT_MAX_RPS: '12',
  DMT_FUZZ_RUNS: '40',
};

const sum = (counts: readonly (number | null)[]): number => counts.reduce<number>((total, count) => total + (count ?? 0), 0);

describe('parts on one shared service', () => {
  const parts = [1, 2, 3].map((part) => readPart({ ...shared, DMT_SHARD: `${part}/3` }, 'elsewhere'));

  test('together take no more than the whole may, at its rate', () => {
    expect(parts.flatMap(({ problems }) => problems)).toEqual([]);
    const limits = parts.map(({ config }) => config.limits);
    expect(sum(limits.map(({ otps }) => otps))).toBe(60_000);
    expect(sum(limits.map(({ transfers }) => transfers))).toBe(20_000);
    expect(sum(limits.map(({ spend }) => Number(spend)))).toBe(900_000);
    expect(sum(limits.map(({ wrongCodes }) => wrongCodes))).toBe(900);
    expect(limits.map(({ wrongLogins }) => wrongLogins)).toEqual([3, 0, 0]);
    expect(sum(parts.map(({ config }) => config.connection.maxRps))).toBeCloseTo(12);
  });

  test('have spare mobiles of their own', () => {
    const spares = parts.flatMap(({ config }) => config.people.spareMobiles);
    expect(spares).toHaveLength(30);
    expect(new Set(spares).size).toBe(30);
    expect(parts.map(({ config }) => config.people.spareMobiles.length)).toEqual([16, 7, 7]);
  });

  test('run every check of the conformance checks in the first part, and in the others only what is of a campaign, and leaks', () => {
    const outside = parts.map(({ plan }) => plan.entries.filter(({ check }) => !isOfCampaign(check)).map(({ planned }) => planned.clause));
    expect(outside[0]?.length).toBeGreaterThan(1000);
    expect(outside.slice(1).map((clauses) => new Set(clauses))).toEqual([new Set(['NO-LEAK']), new Set(['NO-LEAK'])]);
  });

  test.each([
    ['DMT_MAX_OTPS', '300'],
    ['DMT_MAX_TRANSFERS', '60'],
    ['DMT_MAX_SPEND', '500'],
    ['DMT_MAX_WRONG_CODES', '11'],
    ['DMT_SPARE_MOBILES', mobiles(24)],
  ])('are refused where %s does not suffice', (name, value) => {
    const { problems } = readPart({ ...shared, [name]: value, DMT_SHARD: '2/3' }, 'elsewhere');
    expect(problems).toEqual([
      expect.stringMatching(new RegExp(`^${name}: expected at least \\d+.* for 3 parts \\(DMT_SHARD\\), received `)),
    ]);
  });

  test('are refused without a campaign', () => {
    const { problems } = readPart({ ...shared, DMT_FUZZ_RUNS: '0', DMT_SHARD: '2/3' }, 'elsewhere');
    expect(problems).toEqual([expect.stringMatching(/^DMT_SHARD: expected a campaign/)]);
  });
});
