import { existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { diff } from '../helpers/contract/compare/diff.ts';
import { comparisonHtml } from '../helpers/report/contract/html.ts';
import { isContradiction } from '../helpers/contract/compare/finding-of.ts';
import { comparisonMarkdown } from '../helpers/report/contract/markdown.ts';
import type { Description } from '../helpers/contract/read/model.ts';
import { parseDescription } from '../helpers/contract/read/read.ts';
import { comparisonText } from '../helpers/report/contract/text.ts';
import type { ShownComparison } from '../helpers/report/contract/groups.ts';
import { betweenDescriptions, bySpecification } from '../helpers/contract/compare/use.ts';
import { lines, oneLine } from '../helpers/core/text.ts';
import { readDocument } from '../helpers/client/document.ts';
import { readEnvironment } from '../helpers/config/environment.ts';
import type { Environment } from '../helpers/config/settings.ts';
import { misused } from './run.ts';

/** By the word behind `--format`. */
const formats = {
  text: comparisonText,
  markdown: comparisonMarkdown,
  html: comparisonHtml,
  json: ({ findings }: ShownComparison) => `${lines(JSON.stringify(findings, null, 2))}\n`,
} as const;

export type DiffFormat = keyof typeof formats;
export const diffFormats = Object.keys(formats);

export interface DiffOptions {
  readonly format: DiffFormat;
  readonly out?: string;
}

/** What the specification says, as a description of OpenAPI 2.0. */
export const contractFile = join(import.meta.dirname, '../specs/contract.swagger.json');

type Loaded = { readonly description: Description; readonly problem: null } | { readonly description: null; readonly problem: string };

async function load(source: string, environment: Environment): Promise<Loaded> {
  const document = await readDocument(source, environment);
  if (!document.ok) return { description: null, problem: document.problem };
  const reading = parseDescription(document.text);
  if (reading.ok) return { description: reading.description, problem: null };
  return { description: null, problem: `${source}: ${reading.problems.join('; ')}: name a description of OpenAPI 2.0 as JSON` };
}

function refuse(problems: readonly string[]): number {
  for (const problem of problems) process.stderr.write(`${oneLine(problem)}\n`);
  return misused;
}

/** Where the page goes; the exit code when it cannot be written. */
function put(page: string, out: string | undefined): number | null {
  if (out === undefined) {
    process.stdout.write(page);
    return null;
  }
  try {
    writeFileSync(out, page);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse([`expected a file that can be written behind --out, received an error (${reason}): name another one`]);
  }
}

/** Compares two descriptions, or one with the expected contract; 1 when they contradict each other, 2 when one cannot be used. */
export async function diffDescriptions(first: string, second: string | undefined, { format, out }: DiffOptions): Promise<number> {
  const [expectedFrom, liveFrom] = second === undefined ? [contractFile, first] : [first, second];
  if (second === undefined && !existsSync(contractFile)) {
    const name = relative(process.cwd(), contractFile);
    return refuse([`expected the contract at ${name}, received nothing there: write it with npm run contract, or name two descriptions`]);
  }
  const environment = readEnvironment();
  const [expected, live] = await Promise.all([load(expectedFrom, environment), load(liveFrom, environment)]);
  if (expected.description === null || live.description === null) {
    return refuse([expected.problem, live.problem].filter((problem) => problem !== null));
  }
  const use = second === undefined ? bySpecification : betweenDescriptions;
  const findings = diff(expected.description, live.description, use);
  const refused = put(
    formats[format]({ expectedFrom: second === undefined ? 'specs/contract.swagger.json' : expectedFrom, liveFrom, findings }),
    out,
  );
  return refused ?? (findings.some(isContradiction) ? 1 : 0);
}
