import { expect, test } from 'vitest';
import { isBusiness, on } from '../../sandbox/twists/twists.ts';
import { atCall, killedRun, type Killer } from '../chaos/kill.ts';
import { stackTrace } from '../program/program.ts';
import { someOf } from '../some-of.ts';

const moments: readonly (readonly [string, Killer])[] = [
  ['as its first transfer arrives', atCall(on('OP-9'), 1, 'before')],
  ['when its first transfer is accepted and not yet answered', atCall(on('OP-9'), 1, 'after')],
  ['at its 150th call', atCall(isBusiness, 150, 'after')],
];

test.each(someOf(3, moments))(
  'a run that is killed %s has everything in the ledger, and its report does not blame the service',
  async (_, killer) => {
    const { wasRunning, effects, unbooked, code, said, verdict } = await killedRun(killer);
    expect({ wasRunning, unbooked, code, trace: stackTrace.test(said) }).toEqual({ wasRunning: true, unbooked: [], code: 4, trace: false });
    expect(effects).toBeGreaterThan(0);
    expect({ verdict: verdict?.verdict, interrupted: verdict?.run.interrupted, failed: verdict?.counts.fail }).toEqual({
      verdict: 'inconclusive',
      interrupted: true,
      failed: 0,
    });
  },
);
