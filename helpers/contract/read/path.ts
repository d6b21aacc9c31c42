export interface PathTemplate {
  /** Every variable as `{}`, single slashes, none at the end. */
  readonly shape: string;
  readonly variables: readonly string[];
}

/** The index of the closing brace; patterns such as `{id:\d{4}}` hold inner braces. -1 without one. */
function findClosingBrace(path: string, open: number): number {
  let depth = 0;
  for (let at = open; at < path.length; at += 1) {
    if (path[at] === '{') depth += 1;
    if (path[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** `{id:\d+}` is `id`, `{*rest}` is `rest`; `{?from,to}` belongs to the query, not to the path. */
function parseVariable(inside: string): string | null {
  if (/^[?&#]/.test(inside)) return null;
  return (inside.split(':', 1)[0] ?? '').replace(/^[*+]/, '').trim();
}

export function parseTemplate(path: string): PathTemplate {
  const variables: string[] = [];
  let shape = '';
  let at = 0;
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

export const withoutSlashes = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/\/$/, '');
