import { join } from 'node:path';
import { replaceFile } from '../../helpers/report/files/replace-file.ts';
import { formatBill } from '../../helpers/bill/bill-file.ts';
import { campaignRows, costNotes, costRows, countPlanned, formatTimeLine } from '../../helpers/bill/bill-text.ts';
import type { Bill } from '../../helpers/bill/bill.ts';
import type { Config } from '../../helpers/config/config.ts';
import { errorMessage } from '../../helpers/core/text.ts';
import { sha256 } from '../../helpers/core/sha256.ts';
import type { Engine } from '../engine.ts';
import { askedNames, command, type TargetStep } from './target.ts';

function buildView(bill: Bill, config: Config, approved: boolean, shown: string) {
  const { checks } = bill;
  const { source } = config.otp;
  return {
    title: `${config.target.kind} at ${config.target.hosts.join(', ')} · ${config.selection.profile}`,
    ...{ counted: countPlanned(bill), notRun: checks.planned - checks.willRun.length, approved },
    leftOut: checks.leftOut.map(({ reason, owner, checks: each }) => ({ reason, owner, count: each.length })),
    ...{ rows: costRows(bill), campaign: campaignRows(bill), notes: costNotes(bill, source) },
    time: formatTimeLine(bill, source === 'prompt').replace(/^time\s+/, ''),
    command: shown,
  };
}

export function openPlanStep(engine: Engine, target: TargetStep) {
  let made: { readonly bill: Bill; readonly config: Config; readonly settings: string; readonly approved: boolean } | null = null;
  const settings = (): string => {
    const now = target.environment();
    return sha256(JSON.stringify(askedNames.map((name) => now[name] ?? '')));
  };
  /** A plan holds for the settings it was made for. */
  const current = () => (made?.settings === settings() ? made : null);
  const billPath = (): string => join(target.reportFolder(), 'bill.json');
  const view = () => {
    const one = current();
    return one === null ? null : buildView(one.bill, one.config, one.approved, command(engine, `plan --out ${billPath()}`));
  };
  const answer = (problems: readonly string[]) => ({ plan: view(), problems });
  return {
    ...{ view, billPath },
    make: async () => {
      const asked = settings();
      const planned = await engine.plan(target.environment());
      made = planned.ok ? { ...planned, settings: asked, approved: false } : null;
      return answer(planned.ok ? [] : planned.problems);
    },
    approve: () => {
      const one = current();
      if (one === null) return answer(['expected a plan of these settings, received others: plan again']);
      try {
        replaceFile(billPath(), formatBill(one.bill));
        made = { ...one, approved: true };
        return answer([]);
      } catch (error) {
        return answer([`expected a writable report folder, received an error (${errorMessage(error)})`]);
      }
    },
    rows: () => view()?.rows ?? [],
    /** Null until the plan of the present settings is approved. */
    approvedBill: () => (current()?.approved === true ? billPath() : null),
  };
}
