import { faults } from '../../sandbox/faults.ts';
import { clauseById, isClauseId } from '../../specs/clauses.ts';
import type { CampaignRow, CampaignTrial, CheckStatement } from './trial.ts';
import { runInWorkers } from '../in-workers.ts';
import { median } from '../median.ts';

type WriteLine = (line: string) => void;

/** The share of seeds that must find a fault, and the largest reproducer: its calls after the setup, and the odd places in them. */
const leastFound = 19 / 20;
const mostCalls = 3;
const mostOdd = 1;

/** The clauses that the fault itself names. */
function clausesBrokenBy(id: string): ReadonlySet<string> {
  const { breaks = [], warns = [] } = faults.get(id) ?? {};
  return new Set([...breaks, ...warns]);
}

/** A value that goes beyond an example raises a question. Some variants exist to raise one. */
const isOpenQuestion = ({ clause, verdict }: CheckStatement): boolean =>
  verdict === 'warn' && isClauseId(clause) && clauseById(clause).certainty === 'exemplified';

const findWrongAccusations = ({ id, accused }: CampaignRow): CampaignRow['accused'] =>
  accused.filter((word) => !clausesBrokenBy(id).has(word.clause) && !isOpenQuestion(word));
const isFound = ({ id, accused }: CampaignRow): boolean => accused.some(({ clause }) => clausesBrokenBy(id).has(clause));

const describeRow = ({ id, seed }: CampaignRow): string => `${id === '' ? 'the honest sandbox' : id}, seed ${seed}`;

interface JudgedLine {
  readonly text: string;
  readonly good: boolean;
}

function faultLine(id: string, rows: readonly CampaignRow[]): JudgedLine {
  const found = rows.filter(isFound).length;
  const reproducers = rows.flatMap((row) => row.reproducers);
  const calls = reproducers.map((one) => one.calls);
  const odd = Math.max(0, ...reproducers.map((one) => one.odd));
  const most = Math.max(0, ...calls);
  const flaky = reproducers.filter(({ firm }) => !firm).length;
  const good = found >= rows.length * leastFound && most <= mostCalls && odd <= mostOdd;
  const size = `${median(calls)} calls (at most ${most}) and ${odd} odd places at most`;
  const requests = median(rows.map((row) => row.requests));
  return {
    text: `${good ? ' ' : '!'} ${id}: found by ${found} of ${rows.length} seeds, reproduced by ${size}, ${flaky} flaky, ${requests} requests`,
    good,
  };
}

/** Good when no check accuses the service and no check ends in an error. */
function cleanLine(row: CampaignRow): JudgedLine {
  const accused = findWrongAccusations(row);
  const mistakes = row.unjudged.filter(({ verdict }) => verdict === 'error');
  const said = [...accused, ...mistakes].map(({ check, verdict, text }) => `\n    ${check} ${verdict}: ${text}`);
  const good = said.length === 0;
  const silent = row.unjudged.length === 0 ? '' : `, ${row.unjudged.length} checks could not judge`;
  const told = `${row.requests} requests in ${row.seconds.toFixed(1)} s, ${accused.length} accused${silent}`;
  return { text: `${good ? ' ' : '!'} ${describeRow(row)}: ${told}${said.join('')}`, good };
}

/** `planted` services must be found wrong, each by several seeds. `clean` services must not be accused. */
export interface Campaigns {
  readonly planted: ReadonlyMap<string, readonly CampaignTrial[]>;
  readonly clean: readonly CampaignTrial[];
}

/** Reports how surely campaigns find each planted fault, how small the reproducers are, and any wrong accusation. */
export async function judgeCampaigns({ planted, clean }: Campaigns, tell: WriteLine): Promise<boolean> {
  const byId = new Map<string, CampaignRow[]>();
  const lines: JudgedLine[] = [];
  const keep = (line: JudgedLine): void => {
    lines.push(line);
    tell(line.text);
  };
  const hear = (row: CampaignRow): void => {
    const trials = planted.get(row.id);
    if (trials === undefined || findWrongAccusations(row).length > 0) keep(cleanLine(row));
    if (trials === undefined) return;
    const rows = [...(byId.get(row.id) ?? []), row];
    byId.set(row.id, rows);
    if (rows.length === trials.length) keep(faultLine(row.id, rows));
  };
  await runInWorkers(new URL('campaign-worker.ts', import.meta.url), [...[...planted.values()].flat(), ...clean], (row) => {
    hear(row as CampaignRow);
  });
  const bad = lines.filter(({ good }) => !good).length;
  tell(`${planted.size} faults, and ${clean.length} campaigns against services that must not be accused: ${bad} not good enough`);
  return bad === 0;
}
