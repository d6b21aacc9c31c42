interface SourcePlace {
  readonly file: string;
  readonly line: string;
}

/** `suites/access/token.ts:101` in two parts, as GitHub and GitLab read them. */
export function splitPlace(where: string): SourcePlace {
  const [, file, line] = /^(.+?):(\d+)/.exec(where) ?? [];
  return { file: file ?? where, line: line ?? '1' };
}
