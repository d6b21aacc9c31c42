import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeBill } from '../../helpers/bill/bill-file.ts';
import { formatTimeLine } from '../../helpers/bill/bill-text.ts';
import type { Bill } from '../../helpers/bill/bill.ts';
import type { Config } from '../../helpers/config/config.ts';
import { errorMessage } from '../../helpers/core/text.ts';
import { sha256 } from '../../helpers/core/sha256.ts';
import type { BillRow, PlanAnswer, PlanView } from '../api.ts';
import type { Engine } from '../engine.ts';
import { askedNames, command, type TargetStep } from './target.ts';

export interface PlanStep {
  readonly view: () => PlanView | null;
  readonly make: () => Promise<PlanAnswer>;
  readonly approve: () => PlanAnswer;
  readonly state: () => 'none' | 'planned' | 'approved';
  readonly rows: () => readonly BillRow[];
  readonly billPath: () => string;
  /** Null until the plan of the present settings is approved. */
  readonly approvedBill: () => string | null;
}

interface Made {
  readonly bill: Bill;
  readonly config: Config;
  /** Of the settings that it was made for. */
  readonly settings: string;
  readonly approved: boolean;
}

function buildRows({ usual, atMost }: Bill): readonly BillRow[] {
  const stays: readonly (readonly [string, number])[] = [
    ['Senders on spare mobiles, stay', usual.newSenders],
    ['Beneficiaries, stay', usual.beneficiaries],
    ['eKYC requests, stay', usual.ekycRequests],
    ['MPINs set, stay', usual.mpins],
    ['Operational writes, stay', usual.operationalWrites],
  ];
  return [
    { name: 'Requests', usual: usual.requests, most: atMost.requests },
    { name: 'OTP messages', usual: usual.otps, most: atMost.otps },
    { name: 'Transfers', usual: usual.transfers, most: atMost.transfers },
    { name: 'Money', usual: usual.amount, most: atMost.amount },
    { name: 'Wrong codes', usual: usual.wrongCodes, most: atMost.wrongCodes },
    { name: 'Wrong logins', usual: usual.wrongLogins, most: atMost.wrongLogins },
    ...stays.filter(([, count]) => count > 0).map(([name, count]) => ({ name, usual: count, most: null })),
  ];
}

function buildCampaignRows({ campaign }: Bill): readonly BillRow[] {
  if (campaign === null) return [];
  const rows: readonly (readonly [string, number | string])[] = [
    ['OTP messages', campaign.otps],
    ['Transfers', campaign.transfers],
    ['Money', campaign.amount ?? 'of our own sandbox'],
    ['Wrong codes', campaign.wrongCodes],
    ['Records, stay', campaign.records],
  ];
  return rows.map(([name, most]) => ({ name, usual: '', most }));
}

const readers: Readonly<Record<string, string>> = { prompt: 'typed by a person on this page', fixed: 'fixed (DMT_OTP)' };

function buildView({ bill, config, approved }: Made, shown: string): PlanView {
  const { checks, usual, messages } = bill;
  const source = config.otp.source ?? 'none';
  return {
    title: `${config.target.kind} at ${config.target.hosts.join(', ')} · ${config.selection.profile}`,
    planned: checks.planned,
    willRun: checks.willRun.length,
    leftOut: checks.leftOut,
    rows: buildRows(bill),
    campaign: buildCampaignRows(bill),
    messages: Object.entries(messages).map(([who, count]) => ({ who, count })),
    codes: { count: usual.codesRead, readBy: readers[source] ?? `read by DMT_OTP_SOURCE=${source}` },
    time: formatTimeLine(bill, source === 'prompt').replace(/^time\s+/, ''),
    approved,
    command: shown,
  };
}

export function openPlanStep(engine: Engine, target: TargetStep): PlanStep {
  let made: Made | null = null;
  const settings = (): string => {
    const now = target.environment();
    return sha256(JSON.stringify(askedNames.map((name) => now[name] ?? '')));
  };
  /** A plan holds for the settings it was made for. */
  const current = (): Made | null => (made?.settings === settings() ? made : null);
  const billPath = (): string => join(target.reportFolder(), 'bill.json');
  const show = (one: Made): PlanView => buildView(one, command(engine, `plan --out ${billPath()}`));
  return {
    billPath,
    view: () => {
      const one = current();
      return one === null ? null : show(one);
    },
    make: async () => {
      const asked = settings();
      const planned = await engine.plan(target.environment());
      if (!planned.ok) return planned;
      made = { bill: planned.bill, config: planned.config, settings: asked, approved: false };
      return { ok: true, plan: show(made) };
    },
    approve: () => {
      const one = current();
      if (one === null) return { ok: false, problems: ['expected a plan of these settings, received others: plan again'] };
      try {
        mkdirSync(target.reportFolder(), { recursive: true });
        writeBill(billPath(), one.bill);
      } catch (error) {
        return { ok: false, problems: [`expected a writable report folder, received an error (${errorMessage(error)})`] };
      }
      made = { ...one, approved: true };
      return { ok: true, plan: show(made) };
    },
    state: () => {
      const one = current();
      return one === null ? 'none' : one.approved ? 'approved' : 'planned';
    },
    rows: () => {
      const one = current();
      return one === null ? [] : buildRows(one.bill);
    },
    approvedBill: () => (current()?.approved === true ? billPath() : null),
  };
}
