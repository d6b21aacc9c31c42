import { describe, expect, test } from 'vitest';
import type { Json } from '../../helpers/core/json.ts';
import { describeRedeployment, type BuildSeen } from '../../helpers/core/records/build-seen.ts';
import { atSamePlaces, fingerprintTexts, nameBuild, pickSteadyTexts, readInfoTexts } from '../../helpers/run/build-info.ts';

const pick = (one: Json, other: Json = one) => pickSteadyTexts(readInfoTexts(one), readInfoTexts(other));

/** Whether the last page tells of another build than the first two. */
function isOtherBuild(one: Json, other: Json, last: Json): boolean {
  const texts = pick(one, other);
  return fingerprintTexts(texts) !== fingerprintTexts(atSamePlaces(texts, readInfoTexts(last)));
}

test.each<readonly [Json, string | null]>([
  [{ build: { version: '2026.11.3' } }, '2026.11.3'],
  [{ build: { version: '2026.11.3' }, git: { commit: { id: '0a1b2c3d4e5f60718293' } } }, '2026.11.3, commit 0a1b2c3d4e5f'],
  [{ git: { commit: { id: { abbrev: '0a1b2c3' } } } }, 'commit 0a1b2c3'],
  [{ app: { name: 'artificial', version: '7' } }, '7'],
  [{ build: { version: 'two\nlines' } }, 'two\\nlines'],
  [{ build: { version: 7 } }, null],
  [{ build: { version: '' } }, null],
  [{ description: 'artificial' }, null],
  [{}, null],
])('%j names the build %s', (page, name) => {
  expect(nameBuild(pick(page))).toBe(name);
});

describe('a page that changes by itself tells of no other build', () => {
  const build = { build: { version: '1' } };
  test.each<readonly [string, Json, Json, Json]>([
    ['a counter', { ...build, calls: '1' }, { ...build, calls: '2' }, { ...build, calls: '9' }],
    ['a clock that is slower than two reads', { ...build, now: '10:00' }, { ...build, now: '10:00' }, { ...build, now: '10:01' }],
    [
      'a clock where no build is named',
      { a: 'x', now: '2031-01-02T03:04:05Z' },
      { a: 'x', now: '2031-01-02T03:04:05Z' },
      { a: 'x', now: '2031-01-02T03:05:05Z' },
    ],
    ['an uptime in words', { a: 'x', up: '5 minutes' }, { a: 'x', up: '5 minutes' }, { a: 'x', up: '6 minutes' }],
    ['a number', { a: 'x', calls: 1 }, { a: 'x', calls: 1 }, { a: 'x', calls: 2 }],
    ['a field that comes later', { a: 'x' }, { a: 'x' }, { a: 'x', b: 'y' }],
    ['an instance that answers by turns', { ...build, instance: 'a' }, { ...build, instance: 'b' }, { ...build, instance: 'c' }],
  ])('%s', (_, one, other, last) => {
    expect(isOtherBuild(one, other, last)).toBe(false);
  });

  test('a page of nothing but a clock tells nothing', () => {
    expect(pick({ now: '10:00:01', up: 'PT5S', calls: '17' }).size).toBe(0);
  });
});

test.each<readonly [string, Json, Json]>([
  ['another version', { build: { version: '1' } }, { build: { version: '2' } }],
  [
    'the same version, built again',
    { build: { version: '1', time: '2031-01-02T03:04:05Z' } },
    { build: { version: '1', time: '2031-01-02T04:04:05Z' } },
  ],
  ['another commit', { git: { commit: { id: 'a' } } }, { git: { commit: { id: 'b' } } }],
  ['a version that is gone', { build: { version: '1' } }, {}],
  ['another text of a page that names no build', { release: 'winter' }, { release: 'spring' }],
])('%s is another build', (_, start, end) => {
  expect(isOtherBuild(start, start, end)).toBe(true);
});

describe('a run', () => {
  const seen = (when: BuildSeen['when'], build: string | null, fingerprint = build ?? ''): BuildSeen => ({
    when,
    at: '2031-01-02T03:04:05.000Z',
    build,
    fingerprint,
  });

  test.each<readonly [string, readonly BuildSeen[]]>([
    ['of a closed page', []],
    ['of one build', [seen('start', '1'), seen('end', '1')]],
    ['whose page was closed at the end', [seen('start', '1')]],
    ['of two sittings with one build', [seen('start', '1', 'a'), seen('end', '1', 'a'), seen('start', '1', 'b'), seen('end', '1', 'b')]],
    ['of two sittings that name no build', [seen('start', null, 'a'), seen('start', null, 'b')]],
  ])('%s judged one build', (_, builds) => {
    expect(describeRedeployment(builds)).toBeNull();
  });

  test.each<readonly [readonly BuildSeen[], string]>([
    [[seen('start', '1'), seen('end', '2')], 'build 1, then 2'],
    [[seen('start', '1'), seen('end', null, 'x')], 'build 1, then unnamed'],
    [[seen('start', '1', 'a'), seen('end', '1', 'b')], 'GET /actuator/info changed'],
    [[seen('start', '1'), seen('end', '1'), seen('start', '2'), seen('end', '2')], 'build 1, then 2'],
  ])('of %j judged two', (builds, words) => {
    expect(describeRedeployment(builds)).toBe(`the service was deployed anew during the run: ${words}`);
  });
});
