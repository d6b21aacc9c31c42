import { expect, test } from 'vitest';
import { estimateBill } from '../../cli/run/dry-run.ts';
import { capByBill } from '../../helpers/bill/bill-file.ts';
import { billLines } from '../../helpers/bill/bill-text.ts';
import { collectSchemaErrors } from '../../helpers/judge/schema/schemas.ts';
import type { Config } from '../../helpers/config/config.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { planFor } from '../../suites/plan-for.ts';
import { uat } from '../config/environments.ts';

function readValidConfig(environment: Environment): Config {
  const read = readConfig({ ...uat, DMT_CHECKS: 'TOKEN-REFUSES-*', ...environment });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.config;
}

const planned = (config: Config) => estimateBill(config, planFor(config), 'by-operator');

test.each([
  ['none unless they are permitted', {}, 0, 24],
  ['three, and the others left out', { DMT_ALLOW: 'wrong-logins' }, 3, 21],
  ['as many as are set', { DMT_ALLOW: 'wrong-logins', DMT_MAX_WRONG_LOGINS: '25' }, 24, 0],
])('the bill counts the wrong logins of a run: %s', async (_, environment, count, leftOut) => {
  const config = readValidConfig(environment);
  const bill = await planned(config);
  expect([bill.usual.wrongLogins, bill.atMost.wrongLogins, bill.checks.leftOut.flatMap(({ checks }) => checks).length]).toEqual([
    count,
    count,
    leftOut,
  ]);
  expect(collectSchemaErrors('bill', bill)).toEqual([]);
  expect(billLines(bill, null).join('\n')).toMatch(new RegExp(`wrong logins +${count} +${count}`));
  expect(capByBill(config, bill).limits.budgets.checks?.wrongLogins).toBe(count);
});
