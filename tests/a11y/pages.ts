import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { journalFiles } from '../../helpers/report/journal/journal.ts';
import type { RunHeader } from '../../helpers/core/records/journal-lines.ts';
import { requireVerdictFile } from '../../helpers/report/files/verdict-record.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { contractNames, reportFiles, reportPagePath, specificationPage } from '../../helpers/report/model/file-names.ts';
import { toResultAnchor } from '../../helpers/report/allure/page/history.ts';
import { writeAccepted } from '../../helpers/report/waivers/record.ts';
import type { WaiversFile } from '../../helpers/report/model/acceptances.ts';
import { writeReports } from '../../helpers/report/write.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { faults } from '../../sandbox/faults.ts';
import { combine } from '../../sandbox/twists/twists.ts';
import { clauses } from '../../specs/clauses.ts';
import { recordedRun } from '../bundle/recorded.ts';
import { proveAll } from '../proof/all.ts';
import { buildMatrix } from '../proof/matrix.ts';
import { writeProof } from '../proof/write.ts';

const rendered = (folder: string): Promise<{ readonly file: VerdictFile }> =>
  writeReports(folder, clauses, { draw: () => Promise.resolve('') });

const settled = { owner: 'wallet team', ticket: 'TICKET-1', approver: 'certification desk', expires: '2999-01-31' };

/** As a certification of the service records itself; only the journal's header differs from the run that was recorded. */
const certified = {
  target: 'uat',
  hosts: ['uat.example'],
  profile: 'certification',
  targetBuild: '2031.1',
  plantedFaultsSeen: 3,
  localTime: { zone: 'Asia/Kolkata', offsetMinutes: 330 },
} as const satisfies Partial<RunHeader>;

/** Changes the lines of the journal of outcomes. */
function rewrite(folder: string, change: (lines: readonly string[]) => readonly string[]): void {
  const path = join(folder, journalFiles.outcomes);
  writeFileSync(path, `${change(readFileSync(path, 'utf8').trimEnd().split('\n')).join('\n')}\n`);
}

function certify(folder: string): void {
  rewrite(folder, ([first = '', ...rest]) => {
    const line = JSON.parse(first) as { readonly run: RunHeader };
    return [JSON.stringify({ ...line, run: { ...line.run, ...certified } }), ...rest];
  });
}

/** The first failure accepted, the others not; one gap accepted, one question answered. */
function acceptAll({ checks, clauses: all }: VerdictFile, family = 'OP11-'): WaiversFile {
  const failed = checks.filter(({ clause, verdict }) => verdict === 'fail' && clause.startsWith(family));
  const gap = all.find(({ signature, verdict }) => verdict === 'untried' && signature !== null);
  return {
    waivers: failed.map(({ clause, signature }) => ({
      clause,
      target: 'sandbox',
      signatures: [signature ?? ''],
      reason: 'known until the next release',
      ...settled,
    })),
    gaps:
      gap === undefined
        ? []
        : [{ clause: gap.id, target: 'sandbox', signatures: [gap.signature ?? ''], reason: 'no second desk', ...settled }],
    clarifications: [{ clause: 'OP9-QUERY-FORM', answer: 'only the path form is served', date: '2026-11-20', by: 'operator desk' }],
  };
}

async function honest(folder: string): Promise<void> {
  await recordedRun({}, {}, folder);
  await rendered(folder);
}

const broken: readonly string[] = ['op15-takes-any-token', 'op11-result-isdelayed-is-no', 'mpin-described-by-post'];

function wrongInAll(ids: readonly string[]): Twist {
  const twists = ids.flatMap((id) => faults.get(id)?.twist ?? []);
  if (twists.length < ids.length) throw new Error(`expected faults with a twist for ${ids.join(', ')}, received ${twists.length}`);
  return combine(...twists);
}

/** Failures, some of them waived, a gap, and a description that contradicts the contract; the only one with the page of Allure. */
async function wrong(folder: string): Promise<void> {
  await recordedRun({ twist: wrongInAll(broken) }, {}, folder);
  const { file } = await rendered(folder);
  accept(folder, acceptAll(file));
  await writeReports(folder, clauses);
}

const accept = (folder: string, file: WaiversFile): void => {
  writeAccepted(folder, { file, passedBefore: {} });
};

/** Certified, with everything accepted that is broken. */
async function waived(folder: string): Promise<void> {
  await recordedRun({ twist: wrongInAll(['mpin-described-by-post']) }, {}, folder);
  certify(folder);
  const { waivers = [] } = acceptAll((await rendered(folder)).file, '');
  accept(folder, { waivers: waivers.map((waiver) => ({ ...waiver, target: 'uat' })) });
  await rendered(folder);
}

/** Without a second agent, so that some clauses are not judged. */
async function partial(folder: string): Promise<void> {
  await recordedRun({}, { DMT_OTHER_AGENT_ID: '', DMT_OTHER_AGENT_PASSWORD: '' }, folder);
  await rendered(folder);
}

/** May be signed. From the journals of the honest run, as is the next. */
async function signable(folder: string): Promise<void> {
  cpSync(join(folder, '../honest'), folder, { recursive: true });
  certify(folder);
  await rendered(folder);
}

/** Ended by force after a third of its checks. */
async function interrupted(folder: string): Promise<void> {
  cpSync(join(folder, '../honest'), folder, { recursive: true });
  rewrite(folder, (lines) => lines.slice(0, Math.ceil(lines.length / 3)));
  await rendered(folder);
}

/** Of a wrong and a different service. */
async function proof(folder: string): Promise<void> {
  const few = [{ kind: 'fault', id: 'op11-result-isdelayed-is-no' } as const, { kind: 'variant', id: 'exponent-numbers' } as const];
  writeProof(folder, buildMatrix(await proveAll(few, () => undefined)));
}

const runs = { honest, wrong, waived, partial, signable, interrupted, proof } as const;

export interface WrittenPage {
  /** `wrong/decision.html` */
  readonly name: string;
  readonly path: string;
  /** Of a page that draws itself: where it opens, and what is there once it is drawn. */
  readonly drawn?: { readonly anchor: string; readonly shows: string };
}

/** The same in all other runs. A map has hundreds of stops for the Tab key, and the one of the wrong run has every kind of sentence. */
const lookedAtIn: ReadonlyMap<string, readonly string[]> = new Map([
  [specificationPage, ['wrong']],
  [contractNames.page, ['honest', 'wrong']],
]);
const isLookedAt = (name: string): boolean => lookedAtIn.get(basename(name))?.includes(dirname(name)) ?? true;

/** The list of checks, and the first failed check opened. */
function listAllureViews(folder: string): readonly WrittenPage[] {
  const name = `wrong/${reportPagePath}`;
  const file = requireVerdictFile(JSON.parse(readFileSync(join(folder, 'wrong', reportFiles.verdict), 'utf8')));
  const failed = file.checks.find(({ verdict }) => verdict === 'fail');
  if (failed === undefined) throw new Error('expected a failed check in the run of a wrong service, received none');
  const path = join(folder, name);
  return [
    { name, path, drawn: { anchor: '', shows: '[data-tree-node-id]' } },
    {
      name: `${name}, a check`,
      path,
      drawn: { anchor: `#${toResultAnchor(file.run.id, failed.id)}`, shows: '[data-testid="test-result-error"]' },
    },
  ];
}

/** The pages of six runs and of a proof, in a folder of each. */
export async function writePages(folder: string): Promise<readonly WrittenPage[]> {
  for (const [name, write] of Object.entries(runs)) {
    mkdirSync(join(folder, name), { recursive: true });
    await write(join(folder, name));
  }
  const names = globSync('*/{*,cards/*}.html', { cwd: folder }).filter(isLookedAt).sort();
  return [...names.map((name) => ({ name, path: join(folder, name) })), ...listAllureViews(folder)];
}
