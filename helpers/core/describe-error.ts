const ownFrame = /^\s+at (?!.*node_modules\/(?!dmt-conformance\/)).*?\b((?:suites|helpers|specs)\/[\w./-]+\.[jt]s):(\d+):\d+\)?$/m;

/** ` (at suites/transfer/requests.ts:12)`: the first frame of the stack that is code of ours; empty when there is none. */
function describeOrigin(stack: string): string {
  const [, file, line] = ownFrame.exec(stack) ?? [];
  return file === undefined || line === undefined ? '' : ` (at ${file}:${line})`;
}

/** With its stack, in which the first frame of ours is named at once. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = '', message } = error;
  if (stack === '') return message;
  const [first = '', ...frames] = stack.split('\n');
  return [`${first}${describeOrigin(stack)}`, ...frames].join('\n');
}
