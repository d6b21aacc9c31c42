import { untestedVerdicts, type Verdict } from '../../../core/records/verdicts.ts';
import { toResultAnchor } from './history.ts';
import { collectBrokenClauses, subjects } from '../../model/groups.ts';
import type { VerdictFile } from '../../model/verdict-file.ts';

type Data = Record<string, unknown>;

interface Branch {
  readonly name?: string;
  readonly groups?: readonly string[];
  readonly leaves?: readonly string[];
}

interface Tree extends Data {
  readonly root: Branch;
  readonly groupsById: Readonly<Record<string, Branch>>;
  readonly leavesById: Readonly<Record<string, Data>>;
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null;
const isTree = (data: unknown): data is Tree =>
  isData(data) && isData(data['root']) && isData(data['groupsById']) && isData(data['leavesById']);

const areas = ['Business operations', 'Access', 'Consent', 'Contract', 'Operational', 'Callbacks', 'Fuzzing'];

/** Orders branches as the specification does. By letter, OP-10 would come before OP-2. */
function rankBranch(name: string, clauses: ReadonlyMap<string, number>): number {
  const [word = ''] = name.split(/[ :]/, 1);
  return [areas.indexOf(name), subjects.indexOf(word), clauses.get(word) ?? -1].find((rank) => rank >= 0) ?? Number.MAX_SAFE_INTEGER;
}

interface Order {
  readonly clauses: ReadonlyMap<string, number>;
  /** Where each leaf stands in the plan. Allure orders the leaves of a branch by when they ran. */
  readonly planned: ReadonlyMap<string, number>;
}

function collectLeavesInOrder(tree: Tree, { groups = [], leaves = [] }: Branch, order: Order): readonly string[] {
  const { clauses, planned } = order;
  const branches = groups
    .flatMap((id) => tree.groupsById[id] ?? [])
    .toSorted((one, other) => rankBranch(one.name ?? '', clauses) - rankBranch(other.name ?? '', clauses));
  const ownLeaves = leaves.toSorted((one, other) => (planned.get(one) ?? 0) - (planned.get(other) ?? 0));
  return [...branches.flatMap((branch) => collectLeavesInOrder(tree, branch, order)), ...ownLeaves];
}

const findLeaves = ({ run, checks }: VerdictFile, isMeant: (verdict: Verdict) => boolean): readonly string[] =>
  checks.flatMap(({ id, verdict }) => (isMeant(verdict) ? [toResultAnchor(run.id, id)] : []));

/** In the order of the headline: the check that stands for its clause, then the others of that clause. */
const findBrokenLeaves = (file: VerdictFile): readonly string[] =>
  collectBrokenClauses(file).flatMap(({ check, also }) => [check, ...also].map(({ id }) => toResultAnchor(file.run.id, id)));

/** Failures first, then errors, then what was not judged, then warnings. Everything else keeps the order of the specification. */
function createRank(file: VerdictFile): (id: string) => number {
  const broken = findBrokenLeaves(file);
  const others = [
    findLeaves(file, (verdict) => verdict === 'error'),
    findLeaves(file, (verdict) => untestedVerdicts.has(verdict)),
    findLeaves(file, (verdict) => verdict === 'warn'),
  ];
  const ranks = new Map([
    ...broken.map((id, index) => [id, index] as const),
    ...others.flatMap((group, index) => group.map((id) => [id, broken.length + index] as const)),
  ]);
  return (id) => ranks.get(id) ?? Number.MAX_SAFE_INTEGER;
}

/** Allure orders a branch by the lowest number among its leaves. */
export function orderTree(tree: unknown, file: VerdictFile): unknown {
  if (!isTree(tree)) return tree;
  const rankById = new Map(file.clauses.map(({ id }, index) => [id, index]));
  const planned = new Map(file.checks.map(({ id }, index) => [toResultAnchor(file.run.id, id), index]));
  const rank = createRank(file);
  const leaves = collectLeavesInOrder(tree, tree.root, { clauses: rankById, planned }).toSorted((one, other) => rank(one) - rank(other));
  return { ...tree, leavesById: Object.fromEntries(leaves.map((id, index) => [id, { ...tree.leavesById[id], groupOrder: index + 1 }])) };
}
