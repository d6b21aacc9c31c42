export interface PathTemplate {
  /** With every variable as `{}`, single slashes and none at the end. */
  readonly shape: string;
  /** Names of the variables, in order. */
  readonly variables: readonly string[];
}

/** Where the brace closes; patterns such as `{id:\d{4}}` hold braces of their own. -1 when it does not. */
function findClosingBrace(path: string, open: number): number {
  let depth = 0;
  for (let at = open; at < path.length; at += 1) {
    if (path[at] === '{') depth += 1;
    if (path[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** `{id:\d+}` is `id`, `{*rest}` is `rest`; `{?from,to}` tells of the query and is no part of the path. */
function parseVariable(inside: string): string | null {
  if (/^[?&#]/.test(inside)) return null;
  return (inside.split(':', 1)[0] ?? '').replace(/^[*+]/, '').trim();
}

/** Takes a path apart whatever it looks like. */
export function parseTemplate(path: string): PathTemplate {
  const variables: string[] = [];
  let [shape, at] = ['', 0];
  while (at < path.length) {
    const open = path.indexOf('{', at);
    const end = open < 0 ? -1 : findClosingBrace(path, open);
    if (end < 0) break;
    const variable = parseVariable(path.slice(open + 1, end));
    shape += path.slice(at, open);
    if (variable !== null) {
      variables.push(variable);
      shape += '{}';
    }
    at = end + 1;
  }
  return { shape: withoutSlashes(`/${shape}${path.slice(at)}`) || '/', variables };
}

/** Single slashes, and none at the end. */
export const withoutSlashes = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/\/$/, '');
