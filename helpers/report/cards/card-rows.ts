import { findHeader, type Exchange } from '../../core/exchange.ts';
import { pluralize, shorten } from '../../core/text.ts';
import { describeSightings } from '../../fuzz/findings/describe-sightings.ts';
import { formatExchangeName } from '../allure/exchange.ts';
import type { BrokenRow } from '../model/check-row.ts';
import { describeMoment } from '../model/describe-moment.ts';
import { formatRecordedCommand } from '../../config/environment.ts';
import type { VerdictFile, VerdictRun } from '../model/verdict-file.ts';
import type { Found } from '../evidence/found.ts';
import { collectReferences } from '../evidence/references.ts';

export interface CardRow {
  readonly name: string;
  readonly value: string;
  /** Shown as code, since every character matters. */
  readonly exact?: true;
}

const maxCharacters = 2000;
const maxAlso = 3;

const optionalRow = (name: string, value: string | null | undefined, exact?: true): readonly CardRow[] =>
  value == null || value === '' ? [] : [{ name, value, ...(exact === undefined ? {} : { exact }) }];

const formatTime = (time: string, { localTime }: VerdictRun): string =>
  `${time} (UTC, by the clock of the suite)${(localTime?.offsetMinutes ?? 0) === 0 ? '' : `, ${describeMoment(time, localTime)}`}`;

function identifierRows([exchange, ...others]: readonly Exchange[], run: VerdictRun): readonly CardRow[] {
  if (exchange === undefined) return [];
  const date = exchange.response === null ? null : findHeader(exchange.response.headers, 'date');
  return [
    ...optionalRow('Time', formatTime(exchange.startedAt, run)),
    ...optionalRow("The server's Date", date ?? 'not sent'),
    ...collectReferences([exchange, ...others]).flatMap(({ name, value }) => optionalRow(name, value, true)),
  ];
}

const describeAlso = (also: readonly string[]): string =>
  [...also.slice(0, maxAlso), ...(also.length > maxAlso ? [`and ${pluralize(also.length - maxAlso, 'more check')}`] : [])].join(', ');

const orNothing = (cost: string): string => (cost === '' ? 'no OTP and no transfer' : cost);

const describeSettings = ({ target, hosts }: VerdictRun): string | null =>
  target === 'sandbox'
    ? null
    : `the settings of this run, for ${target} at ${hosts.join(', ')}, in .env or named by --env; without them our own sandbox is judged`;

/** One finding is repeated by itself; its check repeats a whole chapter of the campaign. */
function repeatRows({ repeat, cost }: BrokenRow, found: Found | null, run: VerdictRun): readonly CardRow[] {
  if (found === null) return [...optionalRow('Repeat', repeat, true), ...optionalRow('Repeating costs', orNothing(cost))];
  return [
    ...optionalRow('Repeat', formatRecordedCommand(run, `replay ${found.finding.id}`), true),
    ...optionalRow('Repeating costs', 'this call, and the calls that prepare it'),
    ...optionalRow('Search again', repeat, true),
    ...optionalRow('Searching costs', orNothing(cost)),
  ];
}

function findingRows(found: Found | null): readonly CardRow[] {
  if (found === null) return [];
  return [
    ...optionalRow('Odd in the call', `${found.finding.mutation}. ${describeSightings(found.finding)}`),
    ...optionalRow('Also found', found.others),
  ];
}

/** Who acts and how to repeat it come first. */
export function cardRows(broken: BrokenRow, found: Found | null, shown: readonly Exchange[], { run }: VerdictFile): readonly CardRow[] {
  const [exchange] = shown;
  const { expected, received, seen } = broken;
  return [
    ...optionalRow('Who must act', broken.owner),
    ...optionalRow('Expected', expected === null ? null : shorten(expected, maxCharacters), true),
    ...optionalRow('Received', received === null ? null : shorten(received, maxCharacters), true),
    ...optionalRow('Place', broken.place, true),
    ...(found === null ? optionalRow('Reason', broken.ownReason) : findingRows(found)),
    ...optionalRow('Seen in answers', seen),
    ...identifierRows(shown, run),
    ...repeatRows(broken, found, run),
    ...optionalRow('Repeating needs', describeSettings(run)),
    ...optionalRow('Section', broken.section),
    ...optionalRow('Certainty', broken.certaintyWords),
    ...optionalRow('Operation', broken.operation),
    ...optionalRow('Also in', describeAlso(broken.also)),
    ...optionalRow('Blocks', broken.blocked),
    ...optionalRow('Service', `${run.target} at ${run.hosts.join(', ')}, build ${run.targetBuild ?? 'not stated'}`),
    ...optionalRow('Run', `${run.id}, ${describeMoment(run.startedAt, run.localTime)}, dmt-conformance ${run.suiteVersion}`),
    ...optionalRow('In its report', `check ${broken.id}${exchange === undefined ? '' : `, exchange ${formatExchangeName(exchange)}`}`),
  ];
}
