import { subjects } from '../model/groups.ts';
import type { VerdictFile } from '../model/verdict-file.ts';

/** Allure's page loads a script for usage statistics, its only request. Evidence must stay on this machine. */
const analyticsScripts =
  /\s*<script async src="https:\/\/www\.googletagmanager\.com[^>]*><\/script>\s*<script>\s*window\.dataLayer[\s\S]*?<\/script>/g;

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
const isTree = (data: Data): data is Tree => isData(data['root']) && isData(data['groupsById']) && isData(data['leavesById']);

const decode = (base64: string): unknown => JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

type Edit = (data: Data) => Data;

/** The page embeds its data as `d("widgets/tree.json","<base64>")`. It is long, so one pass changes all widgets. */
function editWidgets(html: string, edits: { readonly tree: Edit; readonly pie_chart: Edit }): string {
  const embedded = /d\("(widgets\/(?:[\w-]+\/)?(tree|pie_chart)\.json)","([A-Za-z0-9+/=]*)"\)/g;
  return html.replace(embedded, (whole: string, path: string, widget: keyof typeof edits, base64: string) => {
    const data = decode(base64);
    return isData(data) ? `d("${path}","${encode(edits[widget](data))}")` : whole;
  });
}

const areas = ['Business operations', 'Access', 'Consent', 'Contract', 'Operational', 'Callbacks', 'Fuzzing'];

/** Orders branches as the specification does. By letter, OP-10 would come before OP-2. */
function rankBranch(name: string, clauses: ReadonlyMap<string, number>): number {
  const [word = ''] = name.split(/[ :]/, 1);
  return [areas.indexOf(name), subjects.indexOf(word), clauses.get(word) ?? -1].find((rank) => rank >= 0) ?? Number.MAX_SAFE_INTEGER;
}

function collectLeavesInOrder(tree: Tree, { groups = [], leaves = [] }: Branch, clauses: ReadonlyMap<string, number>): readonly string[] {
  const branches = groups
    .flatMap((id) => tree.groupsById[id] ?? [])
    .toSorted((one, other) => rankBranch(one.name ?? '', clauses) - rankBranch(other.name ?? '', clauses));
  return [...branches.flatMap((branch) => collectLeavesInOrder(tree, branch, clauses)), ...leaves];
}

/** Allure orders a branch by the lowest number among its leaves. */
function numberLeaves(tree: Data, clauses: ReadonlyMap<string, number>): Data {
  if (!isTree(tree)) return tree;
  const leaves = collectLeavesInOrder(tree, tree.root, clauses).map((id, index) => [id, { ...tree.leavesById[id], groupOrder: index + 1 }]);
  return { ...tree, leavesById: Object.fromEntries(leaves) };
}

/** Allure leaves skipped tests out of its percentage. Ours counts every check, so that untested and waived checks never look passed. */
function countedPercentage({ counts, checks }: VerdictFile): number {
  const settled = counts.pass + counts.warn + counts.observed + counts['not-applicable'];
  return checks.length === 0 ? 0 : Math.floor((settled / checks.length) * 10_000) / 100;
}

/** Removes the tracking script, restores the order of the specification, and corrects the percentage. */
export function finishPage(html: string, file: VerdictFile): string {
  const clauses = new Map(file.clauses.map(({ id }, index) => [id, index]));
  return editWidgets(html.replace(analyticsScripts, ''), {
    tree: (tree) => numberLeaves(tree, clauses),
    pie_chart: (pie) => ({ ...pie, percentage: countedPercentage(file) }),
  });
}
