import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalFiles } from '../../helpers/report/journal/journal.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { specificationPage } from '../../helpers/report/model/file-names.ts';
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

/** The first failure accepted, the others not; one gap accepted, one question answered. */
function acceptAll({ checks, clauses: all }: VerdictFile): WaiversFile {
  const failed = checks.filter(({ clause, verdict }) => verdict === 'fail' && clause.startsWith('OP11-'));
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

/** Failures, some of them waived, a gap, and a description that contradicts the contract. */
async function wrong(folder: string): Promise<void> {
  await recordedRun({ twist: wrongInAll(broken) }, {}, folder);
  const { file } = await rendered(folder);
  writeAccepted(folder, { file: acceptAll(file), passedBefore: {} });
  await rendered(folder);
}

/** Ended by force after a third of its checks. */
async function interrupted(folder: string): Promise<void> {
  await recordedRun({}, {}, folder);
  const path = join(folder, journalFiles.outcomes);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  writeFileSync(path, `${lines.slice(0, Math.ceil(lines.length / 3)).join('\n')}\n`);
  await rendered(folder);
}

/** Of a wrong and a different service. */
async function proof(folder: string): Promise<void> {
  const few = [{ kind: 'fault', id: 'op11-result-isdelayed-is-no' } as const, { kind: 'variant', id: 'exponent-numbers' } as const];
  writeProof(folder, buildMatrix(await proveAll(few, () => undefined)));
}

const runs = { honest, wrong, interrupted, proof } as const;

export interface WrittenPage {
  /** `wrong/decision.html` */
  readonly name: string;
  readonly path: string;
}

/** A map has hundreds of stops for the Tab key, and the one of the wrong run has every kind of sentence. */
const isLookedAt = (name: string): boolean => !name.endsWith(specificationPage) || name.startsWith('wrong/');

/** Every page of three runs and of a proof, in a folder of each. */
export async function writePages(folder: string): Promise<readonly WrittenPage[]> {
  for (const [name, write] of Object.entries(runs)) {
    mkdirSync(join(folder, name));
    await write(join(folder, name));
  }
  const names = globSync('*/{*,cards/*}.html', { cwd: folder }).filter(isLookedAt).sort();
  return names.map((name) => ({ name, path: join(folder, name) }));
}
