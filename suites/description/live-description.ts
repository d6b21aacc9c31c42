import { pickFindingClause, isAbsence } from '../../helpers/contract/compare/finding-clause.ts';
import type { ContractFinding, Severity } from '../../helpers/core/records/contract-finding.ts';
import { isBusinessDescribed } from '../../helpers/contract/expected/specified.ts';
import { blocked, notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import { describeOtherPlaces, summaryFacts } from '../support/description-findings.ts';

/** The part of the comparison that one check judges. Contradictions fail; additions to the document are remarks. */
interface ComparisonRow {
  readonly clause: ClauseId;
  readonly way: string;
  readonly severity: Exclude<Severity, 'observed'>;
  readonly title: string;
  /** Judged only where the description has business paths. */
  readonly business?: true;
}

const comparisonRows: readonly ComparisonRow[] = [
  { clause: 'SWAGGER-VERSION', way: 'one', severity: 'fail', title: 'the description is marked version 1.0' },
  { clause: 'SWAGGER-ACTUATOR-PRESENT', way: 'every-row', severity: 'fail', title: 'every operational endpoint is described' },
  { clause: 'SWAGGER-ERROR-PRESENT', way: 'every-method', severity: 'fail', title: '/error is described with all its methods' },
  { clause: 'SWAGGER-SERVICE-PRESENT', way: 'get', severity: 'fail', title: '/service/{servicename} is described' },
  { clause: 'SWAGGER-STATUSES', way: 'refusals', severity: 'fail', title: 'operational endpoints are described with their refusals' },
  {
    clause: 'SWAGGER-STATUSES',
    way: 'none-beyond',
    severity: 'warn',
    title: 'operational endpoints are described with stated statuses alone',
  },
  { clause: 'SWAGGER-PARAMETERS', way: 'in-place', severity: 'fail', title: 'operational parameters are described where they are' },
  { clause: 'SWAGGER-PARAMETERS', way: 'none-beyond', severity: 'warn', title: 'no other operational parameter is described' },
  { clause: 'SWAGGER-MEDIA-TYPES', way: 'no-contradiction', severity: 'fail', title: 'described media types include a stated one' },
  { clause: 'SWAGGER-MEDIA-TYPES', way: 'all-and-none-beyond', severity: 'warn', title: 'described media types are the stated ones' },
  { clause: 'SWAGGER-TYPES', way: 'no-contradiction', severity: 'fail', title: 'operational bodies are described as JSON objects' },
  { clause: 'SWAGGER-TYPES', way: 'as-written', severity: 'warn', title: 'operational bodies are described with their fields' },
  { clause: 'SWAGGER-REFERENCES', way: 'expected-responses', severity: 'fail', title: 'references of described answers lead somewhere' },
  {
    clause: 'SWAGGER-BUSINESS-PRESENT',
    way: 'every-operation',
    severity: 'warn',
    title: 'all business paths are described',
    business: true,
  },
  {
    clause: 'SWAGGER-BUSINESS-METHODS',
    way: 'as-stated',
    severity: 'fail',
    title: 'business paths are described with their methods',
    business: true,
  },
  {
    clause: 'SWAGGER-BUSINESS-PARAMETERS',
    way: 'in-place',
    severity: 'fail',
    title: 'business parameters are described where they are',
    business: true,
  },
  {
    clause: 'SWAGGER-BUSINESS-PARAMETERS',
    way: 'all-and-none-beyond',
    severity: 'warn',
    title: 'business parameters are described, and no others',
    business: true,
  },
  {
    clause: 'SWAGGER-BUSINESS-TYPES',
    way: 'no-contradiction',
    severity: 'fail',
    title: 'payloads and results are described by their types',
    business: true,
  },
  {
    clause: 'SWAGGER-BUSINESS-TYPES',
    way: 'all-fields',
    severity: 'warn',
    title: 'payloads and results are described with all fields',
    business: true,
  },
];

/** What seems absent may be in a part of the description that could not be read. */
function mustBeFullyRead(first: ContractFinding, unread: readonly string[]): void {
  if (!isAbsence(first) || unread.length === 0) return;
  const reason = `${first.place} may be in a part of the description that was not read: ${unread.join('; ')}`;
  throw blocked('description-part', `${reason}; set DMT_SWAGGER_URL to a whole one`, 'environment');
}

async function judgeComparison({ use, must, journey }: CheckContext, { clause, severity, business }: ComparisonRow): Promise<void> {
  const { findings, live, unread } = await use(journey.description.compared);
  if (business === true && !isBusinessDescribed(live)) throw notApplicable('the description has no business paths');
  const mine = findings.filter((finding) => finding.severity === severity && pickFindingClause(finding) === clause);
  const [first] = mine;
  if (first === undefined) return;
  mustBeFullyRead(first, unread);
  const { rule, place, expected, live: found, effect } = first;
  const received = `${found}${describeOtherPlaces(mine)}`;
  throw must.violation({ expected, received, place, deviation: `rule-${rule}`, field: place, effect });
}

function rowCheck(row: ComparisonRow): ActiveCheck {
  const { clause, way, severity, title } = row;
  return check(clause, way, title, severity === 'warn' ? { hardest: 'warn' } : {}, (context) => judgeComparison(context, row));
}

const pageCheck = check('SWAGGER-UI-SERVED', 'page', 'the description can be read in a browser', ({ use, journey }) =>
  use(journey.description.page),
);

const formatCheck = check('SWAGGER-FORMAT', 'two', 'the description is OpenAPI 2.0', async ({ use, journey, observe }) => {
  const { facts } = await use(journey.description.found);
  for (const fact of facts) observe(fact);
  const { findings, unread, skipped } = await use(journey.description.compared);
  for (const fact of summaryFacts(findings, [...unread, ...skipped])) observe(fact);
});

const businessPathsCheck = check(
  'SWAGGER-BUSINESS-ABSENT',
  'described',
  'business paths are in the description, or not',
  async ({ use, journey, observe }) => {
    const { live } = await use(journey.description.compared);
    observe(isBusinessDescribed(live) ? 'business paths are described' : 'no business path is described');
  },
);

export const liveDescription: Suite = {
  name: 'Live description',
  area: 'Contract',
  checks: [pageCheck, formatCheck, ...comparisonRows.map(rowCheck), businessPathsCheck],
};
