import { describe, expect, test } from 'vitest';
import { generateCases } from '../../helpers/fuzz/cases/cases.ts';
import type { Dimension } from '../../helpers/fuzz/cases/case.ts';
import { placeOfEdit } from '../../helpers/fuzz/cases/edit.ts';
import { operationById } from '../../specs/operations.ts';
import { variants } from '../../sandbox/variants.ts';
import { faults } from '../../sandbox/faults.ts';
import { isBusiness, respondWith, on } from '../../sandbox/twists/twists.ts';
import { httpError } from '../../sandbox/http/responses.ts';
import { serverError } from '../../sandbox/twists/responses.ts';
import { judgeSandbox, describeEnded, withVerdict } from '../run/judged.ts';
import { someOf } from '../some-of.ts';

const casesIn = (dimension: Dimension, seed: number, runs: number) => [...generateCases(dimension, operationById('OP-7'), seed, runs)];

describe('the cases of a chapter', () => {
  test('are the same for the same seed, and in another order for another', () => {
    expect(casesIn('payload', 3, 30)).toEqual(casesIn('payload', 3, 30));
    expect(casesIn('payload', 3, 30)).not.toEqual(casesIn('payload', 4, 30));
  });

  test('are odd in one place each, with at most as many per place as there are runs', () => {
    const cases = casesIn('payload', 1, 90);
    expect(cases.every(({ edits }) => edits.length === 1)).toBe(true);
    const places = Map.groupBy(cases, ({ edits }) => edits.map(placeOfEdit).join());
    expect(Math.max(...[...places.values()].map(({ length }) => length))).toBe(90);
  });

  test('reach no mobile of a stranger', () => {
    const cases = [...generateCases('payload', operationById('OP-3'), 1, 400)];
    expect(cases.filter(({ edits }) => /(?<!\d)[6-9]\d{9}(?!\d)/.test(JSON.stringify(edits)))).toEqual([]);
  });
});

const size = { DMT_FUZZ_RUNS: '15', DMT_FUZZ_SECONDS: '30' };

describe('a campaign', () => {
  test.each(
    someOf(2, [
      ['odd payloads of OP-9', '*~fuzz-payload-OP-9'],
      ['all odd calls', 'Odd calls'],
    ] as const),
  )('accuses no clause of the honest sandbox: %s', async (_, chapters) => {
    const ended = await judgeSandbox({}, size, [chapters]);
    expect(withVerdict(ended, 'pass').length).toBeGreaterThan(0);
    expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'blocked', 'untried', 'error'))).toEqual([]);
  });

  test('where the service serves documented calls only is vacuous and does not pass', async () => {
    const documented = /^\{"object":true\}$/;
    const twist = respondWith(
      (ask) => on('OP-13')(ask) && !documented.test(Buffer.from(ask.raw).toString()),
      (ask) => httpError(ask, 403),
    );
    const ended = await judgeSandbox({ twist }, { DMT_FUZZ_RUNS: '5' }, ['HTTP-NO-5XX~fuzz-payload-OP-13']);
    expect(describeEnded(ended)[0]).toMatch(/untried: {2}nothing to judge: every odd call was answered with HTTP 403/);
  });

  test('finds nothing in odd calls that the documented call breaks too', async () => {
    const broken = faults.get('op9-there-is-no-result') ?? {};
    const ended = await judgeSandbox(broken, size, ['HTTP-ENCODINGS~fuzz-headers-OP-9', 'ENVELOPE-RESULT']);
    expect(new Set(withVerdict(ended, 'fail').map(({ clause }) => clause))).toEqual(new Set(['ENVELOPE-RESULT']));
    expect(withVerdict(ended, 'observed').flatMap(({ facts }) => facts)[0]).toMatch(/which ended after its planned cases/);
  });

  test('that has spent what its senders have ends as by a cap', async () => {
    const ended = await judgeSandbox(
      { policy: { sender: { openingBalance: 300 }, transfer: { overdrawnFailsIn: 'OP-9' } } },
      { DMT_FUZZ_RUNS: '20' },
      ['HTTP-NO-5XX~fuzz-payload-OP-9', 'HTTP-NO-5XX~fuzz-headers-OP-9'],
    );
    expect(withVerdict(ended, 'untried').map(({ cause }) => cause)).toEqual(expect.arrayContaining(['cap']));
    expect(describeEnded(withVerdict(ended, 'fail', 'blocked', 'error'))).toEqual([]);
  });

  test.each(['OP-7', 'OP-9'])('that begins with %s asks for no code behind the one that it is about to send', async (operation) => {
    const ended = await judgeSandbox({ ...variants.get('otp-newest-only') }, { DMT_FUZZ_RUNS: '5' }, [`HTTP-400~fuzz-json-${operation}`]);
    expect(ended.map(({ verdict }) => verdict)).toEqual(['pass']);
  });

  test('accuses no clause when everything is out of order', async () => {
    const ended = await judgeSandbox({ twist: respondWith(isBusiness, () => serverError) }, size, ['Odd calls']);
    expect(withVerdict(ended, 'pass', 'fail', 'error')).toEqual([]);
  });
});
