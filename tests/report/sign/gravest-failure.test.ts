import { afterAll, expect, test } from 'vitest';
import type { Outcome } from '../../../helpers/core/records/outcome.ts';
import { collectBrokenRows } from '../../../helpers/report/model/check-row.ts';
import { collectObstacles } from '../../../helpers/report/decision/obstacles.ts';
import { annotationLines } from '../../../helpers/report/terminal/annotations.ts';
import { summaryLines } from '../../../helpers/report/terminal/lines.ts';
import { assembleFile } from '../assembled.ts';
import { buildSample, removeFolders } from '../sample.ts';

afterAll(removeFolders);

const served = 'HTTP 200 with code 2000 (success)';
const paid = `${served}, and COMPLETED in OP-10`;
const failures: readonly Partial<Outcome>[] = [
  { received: 'HTTP 500', deviation: 'http-500' },
  { received: served, deviation: 'served' },
  { received: paid, deviation: 'served' },
];

/** All fail one clause; the rules among them judge answers that other checks asked for. */
function failingWith(told: readonly Partial<Outcome>[], rules: readonly number[] = []) {
  const sample = buildSample(told.map(() => 'fail' as const));
  const clauses = sample.clauses.slice(0, 1);
  const clause = clauses[0]?.id ?? '';
  const ids = told.map((_, at) => `${clause}~way-${at}`);
  return assembleFile({
    ...sample,
    clauses,
    plan: sample.plan.map((check, at) => ({
      ...check,
      id: ids[at] ?? '',
      clause,
      title: `what was sent in way ${at}`,
      ...(rules.includes(at) && { rule: true as const }),
    })),
    outcomes: sample.outcomes.map((outcome, at) => ({ ...outcome, check: ids[at] ?? '', expected: 'a refusal', ...told[at] })),
  });
}

test('among equal failures a check that made the call speaks before a rule', () => {
  const [row] = collectBrokenRows(failingWith([{ received: 'a lower limit' }, { received: 'a lower balance' }], [0]));
  expect(row).toMatchObject({ received: 'a lower balance' });
});

test.each([
  [failures, paid],
  [failures.slice(0, 2), served],
  [failures.slice(0, 1), 'HTTP 500'],
])('of several failures of one clause the gravest speaks', (told, received) => {
  const [row] = collectBrokenRows(failingWith(told));
  expect(row).toMatchObject({ received, title: `what was sent in way ${told.length - 1}` });
});

test('on terminal, page to sign and annotation, with what was sent', () => {
  const file = failingWith(failures);
  const texts = [
    summaryLines(file, { color: false, report: null }).join('\n'),
    collectObstacles(file)[0]?.reason ?? '',
    annotationLines(file).join('\n'),
  ];
  for (const text of texts) for (const words of [paid, 'what was sent in way 2']) expect(text).toContain(words);
});
