import { expect, test } from 'vitest';
import { hasBadge } from '../../../helpers/report/allure/generate.ts';
import { frame } from '../../../helpers/report/allure/page/frame.ts';
import { toResultAnchor } from '../../../helpers/report/allure/page/history.ts';
import { orderTree } from '../../../helpers/report/allure/page/tree.ts';
import { collectBrokenClauses } from '../../../helpers/report/model/groups.ts';
import { assembleFile } from '../assembled.ts';
import { buildSample, header, type Sample } from '../sample.ts';

const page = '<head><meta charset="utf-8"></head><body><div id="app"></div></body>';
const failed = assembleFile(buildSample(['pass', 'fail', 'blocked']));
const open = assembleFile(buildSample(['pass', 'untried', 'not-applicable', 'blocked']));

test("Allure's page has a heading, a main part, and links to the other pages of the run", () => {
  const framed = frame(page, failed);
  for (const address of ['../specification.html', '../decision.html', '../summary.md']) expect(framed).toContain(`<a href="${address}">`);
  expect(framed).toMatch(/<head>[^]*name="viewport" content="width=device-width"[^]*<\/head>/);
  expect(framed).toMatch(/<h1>[^<]+<\/h1>/);
  expect(framed).toContain('<div id="app" role="main"></div>');
});

test.each([
  ['a run that may be signed', {}, true],
  ['the sandbox', { target: 'sandbox' }, false],
  ['a selection', { selection: ['OP-2'] }, false],
  ['the full profile', { profile: 'full' }, false],
] as const)('only a run that may be signed is called passed: %s', (_what, over, expected) => {
  const certified: Sample['run'] = { ...header, profile: 'certification', targetBuild: '2031.1', plantedFaultsSeen: 3, safety: true };
  expect(hasBadge(assembleFile(buildSample(['pass'], { run: { ...certified, ...over } })))).toBe(expected);
});

test('only where nothing failed and clauses are open, what was not judged is opened first', () => {
  expect(frame(page, open)).toContain('?status=skipped');
  expect(frame(page, failed)).not.toContain('?status=skipped');
  expect(frame(page, assembleFile(buildSample(['pass'])))).not.toContain('?status=skipped');
});

test('checks stand in the order of the plan, and what was not judged before what passed and what does not apply', () => {
  const leaves = open.checks.map(({ id, verdict }): readonly [string, object] => [
    toResultAnchor(open.run.id, id),
    { name: verdict, status: verdict === 'pass' ? 'passed' : 'skipped', severity: 'normal' },
  ]);
  const ids = leaves.map(([id]) => id);
  const ordered = orderTree({ root: { leaves: ids.toReversed() }, groupsById: {}, leavesById: Object.fromEntries(leaves) }, open);
  expect(JSON.stringify(ordered).match(/"name":"[^"]+"/g)).toEqual(
    ['untried', 'blocked', 'pass', 'not-applicable'].map((one) => `"name":"${one}"`),
  );
});

test('a run with warnings and no failure opens on them, beside what was not judged where that stands against a signature', () => {
  expect(frame(page, assembleFile(buildSample(['pass', 'warn'])))).toContain("'?tags=warn'");
  expect(frame(page, assembleFile(buildSample(['pass', 'warn', 'untried'])))).toContain("'?tags=warn&tags=untried'");
  expect(frame(page, assembleFile(buildSample(['warn', 'fail'])))).not.toContain('?tags=');
});

test('failures stand in the order of the headline, and warnings before what passed', () => {
  const file = assembleFile(buildSample(['pass', 'warn', 'fail', 'fail']));
  const anchors = file.checks.map(({ id }) => toResultAnchor(file.run.id, id));
  const leaves = Object.fromEntries(file.checks.map(({ id }) => [toResultAnchor(file.run.id, id), { name: id }]));
  const ordered = orderTree({ root: { leaves: anchors }, groupsById: {}, leavesById: leaves }, file);
  const names = [...JSON.stringify(ordered).matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name);
  const broken = collectBrokenClauses(file).map(({ check }) => check.id);
  expect(names).toEqual([...broken, file.checks[1]?.id, file.checks[0]?.id]);
});
