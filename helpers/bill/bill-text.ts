import { groupDigits, pluralize } from '../core/text.ts';
import type { Bill } from './bill.ts';

/** Assumed time of one answer, in milliseconds. */
const answerMs = 100;

/** Assumed time a person needs to type a code, in seconds. */
const codeSeconds = 20;

const billRow = (name: string, usual: number | string, most: number | string, aside = ''): string =>
  `  ${name.padEnd(26)}${String(usual).padStart(9)}${String(most).padStart(11)}${aside === '' ? '' : `   ${aside}`}`;

/** With a colon, no count is read as the number of a mobile. */
const formatCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([who, count]) => `${who}: ${count}`)
    .join(' · ');

function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return `${Math.round(seconds / 60)} min`;
}

/** Answers arrive one after another, and a person who types codes delays the calls that need them. */
export function formatTimeLine({ usual }: Bill, typed: boolean): string {
  const answers = `${usual.rounds} answers one after another`;
  const waiting = (usual.rounds * answerMs) / 1000 + (typed ? usual.codesRead * codeSeconds : 0);
  const person = typed ? `, ${codeSeconds} s for each of ${usual.codesRead} codes` : '';
  return `time         about ${formatDuration(waiting)} where an answer takes ${answerMs} ms (${answers}${person})`;
}

function describeCodeReaders({ usual }: Bill, source: string | null): string {
  if (usual.codesRead === 0) return '';
  return source === 'prompt' ? `${usual.codesRead} typed by a person` : `${usual.codesRead} read by DMT_OTP_SOURCE=${source ?? 'fixed'}`;
}

export interface BillRow {
  readonly name: string;
  readonly usual: number | string;
  /** Null for what stays: it has no cap. */
  readonly most: number | string | null;
}

/** The cost of the checks. */
export const costRows = ({ usual, atMost }: Bill): readonly BillRow[] => [
  { name: 'requests', usual: usual.requests, most: atMost.requests },
  { name: 'OTP messages', usual: usual.otps, most: atMost.otps },
  { name: 'transfers', usual: usual.transfers, most: atMost.transfers },
  { name: 'money', usual: groupDigits(usual.amount), most: groupDigits(atMost.amount) },
  { name: 'wrong codes', usual: usual.wrongCodes, most: atMost.wrongCodes },
  { name: 'wrong logins', usual: usual.wrongLogins, most: atMost.wrongLogins },
  ...[
    { name: 'senders on spare mobiles', usual: usual.newSenders, most: null },
    { name: 'beneficiaries', usual: usual.beneficiaries, most: null },
    { name: 'eKYC requests', usual: usual.ekycRequests, most: null },
    { name: 'MPINs set', usual: usual.mpins, most: null },
    { name: 'operational writes', usual: usual.operationalWrites, most: null },
  ].filter(({ usual: count }) => count > 0),
];

/** The budget of the campaign, which the cost of the checks excludes. */
export const campaignRows = ({ campaign }: Bill): readonly BillRow[] =>
  campaign === null
    ? []
    : [
        { name: 'OTP messages', usual: '', most: campaign.otps },
        { name: 'transfers', usual: '', most: campaign.transfers },
        { name: 'money', usual: '', most: campaign.amount === null ? 'any' : groupDigits(campaign.amount) },
        { name: 'wrong codes', usual: '', most: campaign.wrongCodes },
        { name: 'records', usual: '', most: campaign.records },
      ];

const rowLines = (rows: readonly BillRow[], asides: Readonly<Record<string, string>>): readonly string[] =>
  rows.map(({ name, usual, most }) => billRow(name, usual, most ?? '', most === null ? 'stays' : asides[name]));

/** What the numbers of a bill do not say, by the name of their row. */
export function costNotes(bill: Bill, source: string | null): Readonly<Record<string, string>> {
  const { usual, atMost, messages, beyondMeans } = bill;
  const uncounted = `${pluralize(beyondMeans, 'request')} for as much as a balance or a limit of the sender, which are not read`;
  const beyond = beyondMeans === 0 ? '' : `and ${uncounted}: only the cap limits these, and drain pays out a whole wallet`;
  return {
    'OTP messages': [formatCounts(messages), describeCodeReaders(bill, source)].filter((part) => part !== '').join('; '),
    transfers: atMost.transfers > usual.transfers ? 'a refused transfer is not counted' : '',
    money: beyond,
    'wrong logins': usual.wrongLogins > 0 ? wrongLoginsNote : '',
  };
}

const costLines = (bill: Bill, source: string | null): readonly string[] => [
  `${'bill'.padEnd(28)}${'usual'.padStart(9)}${'at most'.padStart(11)}`,
  ...rowLines(costRows(bill), costNotes(bill, source)),
];

/** The campaign has its own budget; the rows above exclude it. */
function campaignLines(bill: Bill): readonly string[] {
  const { fuzz, campaign } = bill;
  if (fuzz === null || campaign === null) return [];
  return [
    `${'campaign'.padEnd(37)}${'at most'.padStart(11)}   ${fuzz.runs} cases for each field, parameter and header, in ${fuzz.seconds} s; not part of the bill above`,
    ...rowLines(campaignRows(bill), {
      money:
        campaign.amount === null ? 'our own sandbox moves no real money' : 'amounts above twice the usual one take only what is left over',
      records: 'senders, beneficiaries, eKYC requests, MPINs: they stay',
    }),
  ];
}

const wrongLoginsNote = 'for the client, and for the second agent if there is one';

const leftOutLines = ({ checks }: Bill): readonly string[] =>
  checks.leftOut.map(({ reason, owner, checks: each }) => `  ${String(each.length).padStart(4)} not   ${reason} · ${owner}`);

export function checkLines({ checks }: Bill): readonly string[] {
  const left = checks.leftOut.flatMap(({ reason, checks: each }) => each.map((id) => `  not   ${id}   ${reason}`));
  return [...checks.willRun.map((id) => `  run   ${id}`), ...left];
}

/** `1380 of 1389 will run, campaign 210 of 210`: counted apart, as a run counts them. */
export function countPlanned({ checks: { planned, willRun }, fuzz }: Bill): string {
  const campaign = fuzz?.checks ?? 0;
  const ofCampaign = fuzz?.willRun ?? campaign;
  const words = `${willRun.length - ofCampaign} of ${planned - campaign} will run`;
  return campaign === 0 ? words : `${words}, campaign ${ofCampaign} of ${campaign}`;
}

export function billLines(bill: Bill, source: string | null): readonly string[] {
  return [
    `checks       ${countPlanned(bill)}`,
    ...leftOutLines(bill),
    '',
    ...costLines(bill, source),
    ...campaignLines(bill),
    formatTimeLine(bill, source === 'prompt'),
  ];
}
