import { plural } from '../core/text.ts';
import type { Bill } from './bill.ts';

/** Milliseconds an answer is taken to last. */
const anAnswer = 100;

/** Seconds a person is taken to need for a code. */
const aCode = 20;

const row = (name: string, usual: number | string, most: number | string, aside = ''): string =>
  `  ${name.padEnd(26)}${String(usual).padStart(9)}${String(most).padStart(11)}${aside === '' ? '' : `   ${aside}`}`;

const list = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([who, count]) => `${who} ${count}`)
    .join(', ');

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return `${Math.round(seconds / 60)} min`;
}

/** Answers follow one another; somebody who types codes holds up all that needs them. */
function timeOf({ usual }: Bill, typed: boolean): string {
  const answers = `${usual.rounds} answers one after another`;
  const waiting = (usual.rounds * anAnswer) / 1000 + (typed ? usual.codesRead * aCode : 0);
  const person = typed ? `, ${aCode} s for each of ${usual.codesRead} codes` : '';
  return `time         about ${duration(waiting)} where an answer takes ${anAnswer} ms (${answers}${person})`;
}

function readers({ usual }: Bill, source: string | null): string {
  if (usual.codesRead === 0) return '';
  return source === 'prompt' ? `${usual.codesRead} typed by a person` : `${usual.codesRead} read by DMT_OTP_SOURCE=${source ?? 'fixed'}`;
}

const remaining = (count: number, what: string): readonly string[] => (count === 0 ? [] : [row(what, count, '', 'stays')]);

function costLines(bill: Bill, source: string | null): readonly string[] {
  const { usual, atMost, messages, beyondMeans } = bill;
  const beyond =
    beyondMeans === 0 ? '' : `${plural(beyondMeans, 'request')} for more than the sender has or may send: only the cap bounds it`;
  return [
    `${'bill'.padEnd(28)}${'usual'.padStart(9)}${'at most'.padStart(11)}`,
    row('requests', usual.requests, atMost.requests),
    row('OTP messages', usual.otps, atMost.otps, [list(messages), readers(bill, source)].filter((part) => part !== '').join('; ')),
    row(
      'transfers',
      usual.transfers,
      atMost.transfers,
      atMost.transfers > usual.transfers ? 'what has to be refused counts until it is' : '',
    ),
    row('money', usual.amount, atMost.amount, beyond),
    row('wrong codes', usual.wrongCodes, atMost.wrongCodes),
    row('wrong logins', usual.wrongLogins, atMost.wrongLogins, usual.wrongLogins > 0 ? loginsAside : ''),
    ...remaining(usual.newSenders, 'senders on spare mobiles'),
    ...remaining(usual.beneficiaries, 'beneficiaries'),
    ...remaining(usual.ekycRequests, 'eKYC requests'),
    ...remaining(usual.mpins, 'MPINs set'),
    ...remaining(usual.operationalWrites, 'operational writes'),
  ];
}

/** The campaign has a budget of its own, so its rows are no part of those above. */
function campaignLines({ fuzz, campaign }: Bill): readonly string[] {
  if (fuzz === null || campaign === null) return [];
  const { otps, transfers, amount, wrongCodes, records } = campaign;
  return [
    `${'campaign'.padEnd(37)}${'at most'.padStart(11)}   ${fuzz.runs} cases for each field, parameter and header, in ${fuzz.seconds} s; beside the bill above`,
    row('OTP messages', '', otps),
    row('transfers', '', transfers),
    row(
      'money',
      '',
      amount ?? 'any',
      amount === null ? 'nobody has to pay it on our own sandbox' : 'more than twice the usual amount only where it is left over',
    ),
    row('wrong codes', '', wrongCodes),
    row('records', '', records, 'senders, beneficiaries, eKYC requests, MPINs: they stay'),
  ];
}

/** There is one client alone. */
const loginsAside = 'of the second agent where there is one, and of the client';

const leftOutLines = ({ checks }: Bill): readonly string[] =>
  checks.leftOut.map(({ reason, owner, checks: each }) => `  ${String(each.length).padStart(4)} not   ${reason} · ${owner}`);

/** Every check by its id, and why it is left out. */
export function checkLines({ checks }: Bill): readonly string[] {
  const left = checks.leftOut.flatMap(({ reason, checks: each }) => each.map((id) => `  not   ${id}   ${reason}`));
  return [...checks.willRun.map((id) => `  run   ${id}`), ...left];
}

/** A bill as people read it. */
export function billLines(bill: Bill, source: string | null): readonly string[] {
  const { checks } = bill;
  return [
    `checks       ${checks.willRun.length} of ${checks.planned} will run`,
    ...leftOutLines(bill),
    '',
    ...costLines(bill, source),
    ...campaignLines(bill),
    timeOf(bill, source === 'prompt'),
  ];
}
