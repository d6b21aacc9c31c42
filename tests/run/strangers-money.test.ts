import { describe, expect, onTestFinished, test } from 'vitest';
import type { Beneficiary, User } from '../../sandbox/state/store.ts';
import type { ServiceRequest, Twist } from '../../sandbox/http/exchange.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { combine } from '../../sandbox/twists/twists.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { failedClauses, judge, judgeSandbox, describeEnded, withVerdict, type EndedCheck } from './judged.ts';
import { someOf } from '../some-of.ts';

const ifsc = 'ZZZZ0000001';

/** Every sender has had these for long, and neither account is configured. */
const settled: Twist = (right) => {
  const seen = new WeakSet<User>();
  return (ask) => {
    for (const user of ask.store.users.values()) {
      if (user.userType !== 'customer' || seen.has(user)) continue;
      seen.add(user);
      for (const active of [true, false]) {
        const id = ask.store.nextBeneficiary++;
        user.beneficiaries.set(id, { id, accountNumber: `00022200022${id % 10}`, ifscCode: ifsc, holderName: 'Testcase Stranger', active });
      }
    }
    return right(ask);
  };
};

/** What a lenient bank could accept as an account or an id: it has a digit and a usual length. */
const couldBe = (text: string): boolean =>
  /\p{N}/u.test(text.normalize('NFKC')) && text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '').length <= 34;

/** All texts and numbers under the key, also in a text that is not JSON. */
const under = (raw: string, key: string): string[] =>
  [...raw.matchAll(new RegExp(`"${key}"\\s*:\\s*\\[*(?:"((?:[^"\\\\]|\\\\.)*)"?|([^",{}\\]\\s]+))`, 'gi'))].map(
    ([, text, other]) => read(text) ?? other ?? '',
  );

function read(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : String(JSON.parse(`"${text}"`)).trim();
  } catch {
    return text;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

interface Listening {
  readonly accounts: readonly string[];
  readonly harm: Set<string>;
  readonly asked: Map<string, number>;
}

const isOurs = (accounts: readonly string[], { accountNumber, ifscCode }: Beneficiary): boolean =>
  accounts.includes(accountNumber) && ifscCode === ifsc;

/** Describes calls that would have harmed a user. */
function findHarm({ store, pathOperation, path, raw: bytes }: ServiceRequest, accounts: readonly string[]): string | null {
  const raw = Buffer.from(bytes).toString('utf8');
  if (pathOperation === 'OP-7') {
    const words = [...under(raw, 'accountNo'), ...under(raw, 'ifscCode')];
    return words.some((word) => couldBe(word) && ![...accounts, ifsc].includes(word)) ? `registered ${raw}` : null;
  }
  const everybodys = [...store.users.values()].flatMap(({ beneficiaries }) => [...beneficiaries.values()]);
  /** Our own id, or one so high that no service reaches it. */
  const mayBeNamed = (id: string): boolean =>
    everybodys.some((each) => String(each.id) === id && isOurs(accounts, each)) || /^9\d{18}$/.test(id) || !couldBe(id);
  if (pathOperation === 'OP-9' && !under(raw, 'to').every(mayBeNamed)) return `paid ${under(raw, 'to').join(', ')}`;
  const id = decoded(decoded(path.split('/').at(-1) ?? ''));
  return pathOperation !== 'OP-13' || id.split('/').every((part) => mayBeNamed(part.trim())) ? null : `activated ${id}`;
}

const listening =
  ({ accounts, harm, asked }: Listening): Twist =>
  (right) =>
  (ask) => {
    const told = findHarm(ask, accounts);
    if (told !== null) harm.add(told);
    const { operation = '' } = ask;
    asked.set(operation, (asked.get(operation) ?? 0) + 1);
    return right(ask);
  };

/** A run with a campaign against a service that the suite did not start. */
async function heard(
  count: number,
  wrong: Twist = (right) => right,
): Promise<Omit<Listening, 'accounts'> & { readonly ended: readonly EndedCheck[] }> {
  const accounts: string[] = [];
  const listened = { accounts, harm: new Set<string>(), asked: new Map<string, number>() };
  const sandbox = await startSandbox({ twist: combine(wrong, listening(listened), settled) });
  onTestFinished(() => sandbox.close());
  accounts.push(...(sandbox.environment['DMT_BENEFICIARY_ACCOUNT'] ?? '').split(',').slice(0, count));
  const caps = { DMT_MAX_OTPS: '20000', DMT_MAX_TRANSFERS: '5000', DMT_MAX_SPEND: '100000000', DMT_MAX_WRONG_CODES: '1000' };
  const size = { DMT_FUZZ_RUNS: '3', DMT_FUZZ_SECONDS: '60', DMT_SEED: '20261122' };
  const environment = { ...sandbox.environment, ...sandbox.permissions, ...caps, ...size, DMT_TARGET: 'uat' };
  const ended = await judge({ ...environment, DMT_BENEFICIARY_ACCOUNT: accounts.join(',') }, null, sandbox.setCallbackUrl);
  return { ended, ...listened };
}

const lacking = (ended: readonly EndedCheck[]): readonly EndedCheck[] =>
  withVerdict(ended, 'untried').filter(({ reason }) => reason?.includes('DMT_BENEFICIARY_ACCOUNT') === true);

/** The sandbox as a service that this run did not start. */
const foreign = (own: Environment): Environment => ({
  ...own,
  DMT_TARGET: 'uat',
  DMT_EFFECTS_ON: '127.0.0.1',
  DMT_EKYC_COMPLETE: 'fetch',
  DMT_MAX_SPEND: '100000',
  DMT_MAX_TRANSFERS: '100',
  DMT_MAX_OTPS: '300',
});

const accountsOf = (own: Environment, count: number) => own['DMT_BENEFICIARY_ACCOUNT']?.split(',').slice(0, count).join(',');

describe('on a foreign service', () => {
  test.each(someOf(2, [1, 6]))('with %i accounts no other account is registered, activated or paid', async (count) => {
    const { ended, harm, asked } = await heard(count);
    expect([...harm].sort()).toEqual([]);
    expect(describeEnded(withVerdict(ended, 'fail', 'error', 'blocked'))).toEqual([]);
    // A service that got no requests would prove nothing.
    for (const operation of ['OP-7', 'OP-9', 'OP-13']) expect(asked.get(operation)).toBeGreaterThan(50);
    const few = lacking(ended);
    for (const { reason, owner } of few) {
      expect(owner).toBe('configuration');
      expect(reason).toMatch(/^DMT_BENEFICIARY_ACCOUNT lists \d accounts?, .*this needs \d/);
    }
    // Each served odd OP-7 takes an account, so the last ones show nothing of the list.
    const besides = few.filter(({ check }) => check !== 'OP7-LISTED-AS-SENT~fuzz-payload-OP-7');
    expect(besides.length > 0).toBe(count < 6);
    const judged = new Set(ended.filter(({ verdict }) => verdict !== 'untried').map(({ clause }) => clause));
    const unjudged = ended.filter(({ clause }) => !judged.has(clause)).map(({ clause }) => clause);
    expect(new Set(unjudged)).toEqual(new Set(count === 1 ? ['OP9-INACTIVE-BENEFICIARY'] : []));
  });

  test('with few accounts and spare mobiles a refused account that was listed before blocks nothing', async () => {
    const few = (own: Environment): Environment => ({
      ...foreign(own),
      DMT_SPARE_MOBILES: own['DMT_SPARE_MOBILES']?.split(',').slice(0, 2).join(','),
      DMT_BENEFICIARY_ACCOUNT: accountsOf(own, 3),
    });
    const ended = await judgeSandbox({}, few);
    expect(describeEnded(withVerdict(ended, 'fail', 'error', 'blocked'))).toEqual([]);
    expect(ended.find(({ check }) => check === 'CONSENT-WRONG-NO-EFFECT~refused-beneficiaries')?.verdict).toBe('untried');
  });

  test('the only account is added again where OP-13 with false takes it off the list', async () => {
    const policy = { beneficiary: { switchedOff: 'delisted', falseForInactive: 'delisted' } } as const;
    const ended = await judgeSandbox({ policy }, (own) => ({ ...foreign(own), DMT_BENEFICIARY_ACCOUNT: accountsOf(own, 1) }));
    expect(describeEnded(withVerdict(ended, 'fail', 'error', 'blocked'))).toEqual([]);
    expect(ended.find(({ check }) => check === 'OP13-ACTIVATES~customer')?.verdict).toBe('pass');
  });

  test('a service that pays and activates everything pays no stranger', async () => {
    const wrong = ['unknown-beneficiary-paid', 'foreign-beneficiary-paid', 'foreign-id-activated'].map((id) => faults.get(id)?.twist);
    const { ended, harm } = await heard(6, combine(...wrong.filter((twist) => twist !== undefined)));
    expect([...harm].sort()).toEqual([]);
    const told = ['OP13-UNKNOWN-ID', 'OP9-FOREIGN-BENEFICIARY', 'OP9-UNKNOWN-BENEFICIARY'];
    expect(failedClauses(ended)).toEqual(expect.arrayContaining(told));
  });
});
