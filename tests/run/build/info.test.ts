import { describe, expect, test } from 'vitest';
import type { Json } from '../../../helpers/core/json.ts';
import { describeRedeployment, type BuildSeen } from '../../../helpers/core/records/build-seen.ts';
import { fingerprintTexts, nameBuild, readBuildTexts } from '../../../helpers/run/build-info.ts';

const isOtherBuild = (one: Json, other: Json): boolean => fingerprintTexts(readBuildTexts(one)) !== fingerprintTexts(readBuildTexts(other));

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
  expect(nameBuild(readBuildTexts(page))).toBe(name);
});

test.each<readonly [string, Json, Json]>([
  ['a counter', { build: { version: '1' }, calls: '1' }, { build: { version: '1' }, calls: '9' }],
  ['a clock', { build: { version: '1' }, now: '10:00' }, { build: { version: '1' }, now: '10:01' }],
  ['an instance that answers by turns', { build: { version: '1' }, instance: 'a' }, { build: { version: '1' }, instance: 'b' }],
  ['another text of a page that names no build', { release: 'winter' }, { release: 'spring' }],
])('%s is the same build', (_, start, end) => {
  expect(isOtherBuild(start, end)).toBe(false);
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
])('%s is another build', (_, start, end) => {
  expect(isOtherBuild(start, end)).toBe(true);
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
