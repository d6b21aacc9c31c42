import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Option, type Command } from 'commander';
import { compareDescriptions } from '../helpers/contract/compare/diff.ts';
import { renderComparisonHtml } from '../helpers/report/contract/html.ts';
import { isContradiction } from '../helpers/contract/compare/build-findings.ts';
import { renderComparisonMarkdown } from '../helpers/report/contract/markdown.ts';
import type { Description } from '../helpers/contract/read/model.ts';
import { parseDescription } from '../helpers/contract/read/read.ts';
import { renderComparisonText } from '../helpers/report/contract/text.ts';
import type { ShownComparison } from '../helpers/report/contract/groups.ts';
import { betweenDescriptions, bySpecification } from '../helpers/contract/compare/comparison-rules.ts';
import { toVisibleLines } from '../helpers/core/text.ts';
import { readDocument } from '../helpers/client/document.ts';
import { readEnvironment } from '../helpers/config/environment.ts';
import type { Environment } from '../helpers/config/settings.ts';
import { printOrWrite, refuseOnStderr } from './output.ts';

const formats = {
  text: renderComparisonText,
  markdown: renderComparisonMarkdown,
  html: renderComparisonHtml,
  json: ({ findings }: ShownComparison) => `${toVisibleLines(JSON.stringify(findings, null, 2))}\n`,
} as const;

type DiffFormat = keyof typeof formats;
const diffFormats = Object.keys(formats);

interface DiffOptions {
  readonly format: DiffFormat;
  readonly out?: string;
}

/** The expected contract: the specification as an OpenAPI 2.0 description. */
export const contractFile = join(import.meta.dirname, '../specs/contract.swagger.json');

type LoadedDescription =
  | { readonly description: Description; readonly problem: null }
  | { readonly description: null; readonly problem: string };

async function loadDescription(source: string, environment: Environment): Promise<LoadedDescription> {
  const document = await readDocument(source, environment);
  if (!document.ok) return { description: null, problem: document.problem };
  const reading = parseDescription(document.text);
  if (reading.ok) return { description: reading.description, problem: null };
  return { description: null, problem: `${source}: ${reading.problems.join('; ')}: name an OpenAPI 2.0 description in JSON` };
}

/** Without `second`, compares `first` with the expected contract. Returns 1 on a contradiction, 2 when a description cannot be read. */
async function diffDescriptions(first: string, second: string | undefined, { format, out }: DiffOptions): Promise<number> {
  const [expectedFrom, liveFrom] = second === undefined ? [contractFile, first] : [first, second];
  if (second === undefined && !existsSync(contractFile)) {
    const name = relative(process.cwd(), contractFile);
    return refuseOnStderr([
      `expected the contract at ${name}, received nothing there: write it with npm run contract, or name two descriptions`,
    ]);
  }
  const environment = readEnvironment();
  const [expected, live] = await Promise.all([loadDescription(expectedFrom, environment), loadDescription(liveFrom, environment)]);
  if (expected.description === null || live.description === null) {
    return refuseOnStderr([expected.problem, live.problem].filter((problem) => problem !== null));
  }
  const use = second === undefined ? bySpecification : betweenDescriptions;
  const findings = compareDescriptions(expected.description, live.description, use);
  const refused = printOrWrite(
    formats[format]({ expectedFrom: second === undefined ? 'specs/contract.swagger.json' : expectedFrom, liveFrom, findings }),
    out,
  );
  return refused ?? (findings.some(isContradiction) ? 1 : 0);
}

export const defineDiffCommand = (command: Command): Command =>
  command
    .description('compare two OpenAPI 2.0 descriptions, or one with the expected contract; exit 1 when they contradict each other')
    .argument('<first>', 'a file or an http(s) address; the expected side when two are named')
    .argument('[second]', 'the live side')
    .addOption(new Option('--format <format>', 'output format').choices(diffFormats).default('text'))
    .option('--out <file>', 'write the output to this file')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run --silent conformance -- diff old.json new.json\n  npm run --silent conformance -- diff http://127.0.0.1:8080/v2/api-docs --format html --out diff.html',
    )
    .action(async (first: string, second: string | undefined, options: DiffOptions) => {
      process.exitCode = await diffDescriptions(first, second, options);
    });
