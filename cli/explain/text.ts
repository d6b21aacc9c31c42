import { formatCommand } from '../../helpers/config/environment.ts';
import { pluralize } from '../../helpers/core/text.ts';
import { hardestVerdict } from '../../helpers/core/records/verdicts.ts';
import { certaintyMeanings } from '../../helpers/report/model/check-row.ts';
import { formatSubject } from '../../helpers/report/model/groups.ts';
import { wrapLine } from '../../helpers/report/terminal/wrap.ts';
import { circumstances, type Circumstance } from '../../specs/circumstances.ts';
import type { RunCost } from '../../helpers/bill/cost.ts';
import type { ExplainedClause } from './facts.ts';

const labelWidth = 13;

interface Row {
  readonly text: string;
  /** Columns before what follows a break. */
  readonly indent: number;
  /** Columns at most, also where nothing else limits them. */
  readonly widest: number;
}

const sentenceWidth = 100;

const labelled = (label: string, texts: readonly string[]): readonly Row[] =>
  texts.map((text, index) => ({
    text: `${(index === 0 ? label : '').padEnd(labelWidth)}${text}`,
    indent: labelWidth,
    widest: sentenceWidth,
  }));

const listedRow = (text: string): Row => ({ text, indent: labelWidth, widest: Number.POSITIVE_INFINITY });

/** A heading line, then its rows. Ids have no blanks, so they stay whole and can be copied. */
const listed = (label: string, heading: string, rows: readonly string[]): readonly Row[] =>
  rows.length === 0 ? [] : [`${label.padEnd(labelWidth)}${heading}`, ...rows.map((row) => `  ${row}`)].map(listedRow);

const consequences = {
  fail: 'A service that breaks it is not conformant: the run ends with 1.',
  warn: 'A service that deviates gets a warning and a question. The verdict stays.',
  observed: 'No check of it can fail. What is seen goes into the behavior profile.',
} as const;

/** A reading may ask less of every check than the certainty allows. */
function findHardest({ clause, checks }: ExplainedClause): keyof typeof consequences {
  const [milder] = checks.some(({ hardest }) => hardest === null)
    ? []
    : checks
        .flatMap(({ hardest }) => hardest ?? [])
        .sort()
        .reverse();
  return milder ?? hardestVerdict[clause.certainty];
}

function certaintyTexts(explained: ExplainedClause): readonly string[] {
  const { certainty, safety, guards, cannotBeTried, byCampaigns } = explained.clause;
  return [
    `${certaintyMeanings[certainty]}.`,
    consequences[findHardest(explained)],
    ...(safety === true ? ['It goes beyond the letter to protect money or consent. DMT_SAFETY=off only observes it.'] : []),
    ...(safety === true || guards !== undefined ? ['It guards money, consent or secrets, so no waiver is accepted.'] : []),
    ...(byCampaigns === true ? ['Only campaigns try it, so it counts in runs with DMT_FUZZ_RUNS above 0.'] : []),
    ...(cannotBeTried === undefined ? [] : [`No run can try it: ${cannotBeTried}.`]),
  ];
}

const describeSituation = (form: string | undefined, circumstance: Circumstance | undefined): string =>
  [...(form === undefined ? [] : [`form ${form}`]), ...(circumstance === undefined ? [] : [circumstances[circumstance]])].join(', ');

function situationRows({ checks }: ExplainedClause): readonly string[] {
  const situated = checks.filter(({ form, circumstance }) => form !== undefined || circumstance !== undefined);
  return [
    ...new Set(situated.map(({ operation, form, circumstance }) => `${operation.padEnd(8)} ${describeSituation(form, circumstance)}`)),
  ];
}

const atMostWords = { warn: ' (a warning at most)', observed: ' (only observed)' } as const;

function checkRows({ checks }: ExplainedClause): readonly string[] {
  return checks.flatMap(({ id, title, hardest, campaign }) => [
    id,
    `    ${title}${hardest == null ? '' : atMostWords[hardest]}${campaign ? ' (campaign)' : ''}`,
  ]);
}

/** A clause selects its ordinary checks; a check of a campaign only runs by its own id. */
const isOfCampaigns = ({ checks }: ExplainedClause): boolean => checks.length > 0 && checks.every(({ campaign }) => campaign);

/** Patterns that select the checks of a clause; empty when it has none. */
function listSelection(explained: ExplainedClause): readonly string[] {
  const { clause, checks, shownBy } = explained;
  if (checks.length === 0) return shownBy;
  return isOfCampaigns(explained) ? checks.map(({ id }) => id) : [clause.id];
}

/** A campaign has a budget instead of a cost. */
export const listBilledSelection = (explained: ExplainedClause): readonly string[] =>
  isOfCampaigns(explained) ? [] : listSelection(explained);

function formatCost({
  requests,
  otps,
  transfers,
  amount,
  newSenders,
  beneficiaries,
  ekycRequests,
  mpins,
  operationalWrites,
}: RunCost): string {
  const records = newSenders + beneficiaries + ekycRequests + mpins + operationalWrites;
  return [
    pluralize(requests, 'request'),
    pluralize(otps, 'OTP message'),
    `${pluralize(transfers, 'transfer')}${transfers === 0 ? '' : ` (${amount})`}`,
    ...(records === 0 ? [] : [`${pluralize(records, 'record')} that ${records === 1 ? 'stays' : 'stay'}`]),
  ].join(', ');
}

function commandRows(explained: ExplainedClause, cost: RunCost | null): readonly Row[] {
  const names = listSelection(explained);
  if (names.length === 0) return [];
  const selection = `--check ${names.map((name) => (name.includes('~') ? `'${name}'` : name)).join(' ')}`;
  return [
    ...labelled('run alone', [formatCommand(selection)]),
    ...(cost === null ? [] : labelled('its cost', [`about ${formatCost(cost)}, on the sandbox with everything permitted`])),
    ...labelled('on yours', [formatCommand(`plan ${selection}`)]),
  ];
}

function faultRows({ faults }: ExplainedClause): readonly Row[] {
  const [first] = faults;
  if (first === undefined) return [];
  return [
    ...listed(
      'proof',
      `${pluralize(faults.length, 'fault')} of the sandbox`,
      faults.map(({ id, does, effect, campaign }) => `${effect.padEnd(6)} ${id}: ${does}${campaign ? ' (campaign)' : ''}`),
    ),
    ...labelled('see one', [`npm run --silent sandbox -- --fault ${first.id}`]),
  ];
}

/** `width` is that of a terminal; null in a pipe. */
export function explainInText(explained: ExplainedClause, cost: RunCost | null = null, width: number | null = null): string {
  const { clause, readings, checks, shownBy } = explained;
  const situations = situationRows(explained);
  const rows = [
    listedRow(clause.id),
    { text: `  ${clause.text}`, indent: 2, widest: sentenceWidth },
    listedRow(''),
    ...labelled('section', [clause.section]),
    ...labelled('operation', [formatSubject(clause.operation)]),
    ...labelled('certainty', certaintyTexts(explained)),
    ...readings.flatMap(({ path, title, reading, grounds }) => labelled('reading', [title, reading, `Grounds: ${grounds}`, path])),
    ...listed('checks', String(checks.length), checkRows(explained)),
    ...(checks.length > 0 ? [] : labelled('checks', [shownBy.length === 0 ? 'none' : `none of its own; shown by ${shownBy.join(', ')}`])),
    ...listed('judged in', pluralize(situations.length, 'form or circumstance', 'forms and circumstances'), situations),
    ...faultRows(explained),
    ...commandRows(explained, cost),
    listedRow(''),
  ];
  return rows.map(({ text, indent, widest }) => wrapLine(text, Math.min(width ?? widest, widest), indent)).join('\n');
}
