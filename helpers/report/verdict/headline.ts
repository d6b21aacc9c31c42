import type { Owner } from '../../core/records/verdicts.ts';
import type { Comparison } from '../compare/compare.ts';
import { gapsIn } from './coverage.ts';
import { openOf } from './decide.ts';
import { plural, shorten } from '../../core/text.ts';
import { brokenClauses, headlines, prefixOf } from '../model/groups.ts';
import type { RunVerdict, VerdictFile } from '../model/verdict-file.ts';

/** Who has to move, as a headline names it. */
const actions: Readonly<Record<Owner, string>> = {
  service: 'service team',
  'test-data': 'test data',
  environment: 'environment',
  configuration: 'configuration',
  specification: 'operator',
  suite: 'conformance suite',
};

const longestCause = 80;

const some = (ids: readonly string[]): string => `${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}`;

const actionOf = (owners: readonly (Owner | null)[]): string =>
  [...new Set(owners)].flatMap((owner) => (owner === null ? [] : [actions[owner]])).join(', ');

/** Parts that say something. */
const joined = (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null && part !== '').join(' · ');

const acceptedIn = (file: VerdictFile) => ({
  deviations: brokenClauses(file, 'waived').flatMap(({ check: { waiver } }) => [waiver]),
  gaps: gapsIn(file),
});

/** `2 ACCEPTED DEVIATIONS AND 1 ACCEPTED GAP`; empty when nothing was accepted. */
function exceptions(file: VerdictFile): string {
  const { deviations, gaps } = acceptedIn(file);
  const parts = [
    ...(deviations.length === 0 ? [] : [plural(deviations.length, 'ACCEPTED DEVIATION', 'ACCEPTED DEVIATIONS')]),
    ...(gaps.length === 0 ? [] : [plural(gaps.length, 'ACCEPTED GAP', 'ACCEPTED GAPS')]),
  ];
  return parts.join(' AND ');
}

function firstExpiry(file: VerdictFile): string | null {
  const { deviations, gaps } = acceptedIn(file);
  const [first] = [...deviations, ...gaps].flatMap((one) => (one === null ? [] : [one.expires])).sort();
  return first === undefined ? null : `first expires ${first}`;
}

function coverage({ binding: { total, judged } }: VerdictFile): string {
  if (total === 0) return 'NO BINDING CLAUSE SELECTED';
  return `ONLY ${judged} OF ${plural(total, 'BINDING CLAUSE', 'BINDING CLAUSES')} JUDGED`;
}

/** Clauses that stand or show themselves otherwise than before. */
const differingClauses = ({ changes, behavior, description }: Comparison): readonly string[] => [
  ...new Set([...changes, ...behavior, ...(description ?? [])].map(({ clause }) => clause)),
];

/** How prod stands to a run elsewhere; null when it was compared with none. */
function besideOther(changes: Comparison | null): string | null {
  if (changes === null || changes.before.kind === 'prod') return null;
  const run = `${changes.before.kind.toUpperCase()} RUN ${changes.before.id.slice(0, 8)}`;
  const [differing, both] = [differingClauses(changes), changes.lookedAtByBoth];
  if (differing.length === 0) return `PROD CONSISTENT WITH ${run} ON ${plural(both, 'CLAUSE', 'CLAUSES')}`;
  return `PROD DIFFERS FROM ${run} ON ${differing.length} OF ${plural(both, 'CLAUSE', 'CLAUSES')}: ${some(differing)}`;
}

function judgedInPart(file: VerdictFile, changes: Comparison | null): string {
  const kept = ['NO VIOLATION FOUND', exceptions(file)].filter((part) => part !== '').join(' EXCEPT ');
  const plain = 'not a statement of conformity';
  if (file.run.target !== 'prod') return joined([kept, coverage(file), plain]);
  return besideOther(changes) ?? joined([`PROD READ, ${kept}`, coverage(file), 'no UAT run to compare with (DMT_PREVIOUS)', plain]);
}

function nonConformant(file: VerdictFile, changes: Comparison | null): string {
  const broken = brokenClauses(file);
  const ids = broken.map(({ check }) => check.clause);
  return joined([
    `NOT CONFORMANT · ${plural(ids.length, 'clause')} broken: ${some(ids)}`,
    `action: ${actionOf(broken.map(({ check }) => check.owner))}`,
    file.run.target === 'prod' ? besideOther(changes) : null,
  ]);
}

function incomplete({ because, causes, binding }: VerdictFile): string {
  const open = new Set(openOf(binding));
  const reasons = binding.notJudged.filter(({ clause }) => open.has(clause));
  const [names, owners] =
    causes.length > 0
      ? [causes.map(({ cause }) => cause), causes.map(({ owner }) => owner)]
      : [[...new Set(reasons.map(({ reason }) => reason))], reasons.map(({ owner }) => owner)];
  const cause = `${plural(names.length, 'cause')}: ${shorten(names[0] ?? '', longestCause)}${names.length > 1 ? ' and others' : ''}`;
  return joined(['NO VERDICT', because, cause, `action: ${actionOf(owners)}`]);
}

const inconclusive = ({ because, run }: VerdictFile): string =>
  joined(['NO VERDICT', because, 'nobody is accused', run.interrupted || run.inconclusive !== null ? 'run again' : null]);

const conformant = ({ binding }: VerdictFile): string => `CONFORMANT · all ${plural(binding.total, 'binding clause')} judged`;

const deviating = (file: VerdictFile): string => joined([`CONFORMANT EXCEPT ${exceptions(file)}`, firstExpiry(file)]);

const forms: Readonly<Record<RunVerdict, (file: VerdictFile, changes: Comparison | null) => string>> = {
  conformant,
  'conformant-selection': conformant,
  'conformant-with-deviations': deviating,
  'conformant-with-deviations-selection': deviating,
  'judged-in-part': judgedInPart,
  'non-conformant': nonConformant,
  incomplete,
  inconclusive,
  'unfit-waivers': ({ beneath }) => joined(['WAIVERS DO NOT FIT', beneath === undefined ? null : `result beneath: ${headlines[beneath]}`]),
};

/** What a reader sees first of a run, wherever it is told. */
export const headlineOf = (file: VerdictFile, changes: Comparison | null = null): string =>
  prefixOf(file.run) + forms[file.verdict](file, changes);
