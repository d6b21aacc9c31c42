/** JSON as it is written: numbers keep their digits, texts their escapes, and repeated keys stay. */
export type Tree = string | Members;
interface Members {
  readonly members: readonly Member[];
}

interface Member {
  /** As written, with its quotes. */
  readonly key: string;
  readonly value: Tree;
}

const isMembers = (tree: Tree): tree is Members => typeof tree === 'object';

export const quoteKey = (name: string): string => JSON.stringify(name);

export function toTree(value: unknown): Tree {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return { members: Object.entries(value).map(([key, inner]) => ({ key: quoteKey(key), value: toTree(inner) })) };
}

export const writeTree = (tree: Tree): string =>
  isMembers(tree) ? `{${tree.members.map(({ key, value }) => `${key}:${writeTree(value)}`).join(',')}}` : tree;

type Change = (members: readonly Member[], name: string) => readonly Member[];

/** Changes the members around the end of a path; an unknown path changes nothing. */
export function changeAt(tree: Tree, path: readonly string[], change: Change): Tree {
  const [name = '', ...rest] = path;
  if (!isMembers(tree)) return tree;
  if (rest.length === 0) return { members: change(tree.members, quoteKey(name)) };
  return {
    members: tree.members.map((member) =>
      member.key === quoteKey(name) ? { key: member.key, value: changeAt(member.value, rest, change) } : member,
    ),
  };
}

export const findWrittenValues = (tree: Tree, name: string): readonly string[] =>
  isMembers(tree) ? tree.members.filter(({ key }) => key === quoteKey(name)).map(({ value }) => writeTree(value)) : [];
