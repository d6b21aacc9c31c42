import type { Environment } from '../../helpers/config/settings.ts';

/** A command line, as users start it. */
export interface Command {
  readonly name: string;
  /** `{DMT_BASE_URL}` and the like stand for the settings of the served sandbox. */
  readonly args: readonly string[];
  /** Contents by file name, in the folder where the program starts. */
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Environment;
  /** Options of a sandbox that runs next to the program and gives it its settings. */
  readonly serves?: readonly string[];
}

/** Only its size ends it, so it is the same on a busy machine. */
const campaign: Environment = { DMT_FUZZ_RUNS: '40', DMT_FUZZ_SECONDS: '100000', DMT_SEED: '1' };

const callbacks = [
  { status: { message: 'success', code: 2000 }, result: { userType: 'customer' } },
  { status: { message: 'success', code: '2000' }, result: [] },
  'no object',
]
  .map((body) =>
    JSON.stringify({ receivedAt: '2026-11-20T10:00:00.000Z', method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  )
  .join('\n');

const named = ['run', 'doctor', 'plan', 'report', 'callback', 'diff', 'bundle', 'verify', 'compare', 'replay', 'clauses', 'sandbox'];

const uat: Environment = { DMT_TARGET: 'uat' };

export const commands: readonly Command[] = [
  { name: 'the embedded sandbox', args: ['run'] },
  { name: 'the embedded sandbox with a campaign', args: ['run'], environment: campaign },
  { name: 'selected by DMT_CHECKS', args: [], environment: { DMT_CHECKS: 'OP9-*,OP-11,Token' } },
  { name: 'an honest service as uat', args: ['run'], environment: uat, serves: [] },
  { name: 'a service as uat that takes any code', args: ['run'], environment: uat, serves: ['--fault', 'op9-takes-any-code'] },
  {
    name: 'a service as uat whose tokens are refused',
    args: ['run', '--check', 'Token', 'OP-2'],
    environment: { ...uat, DMT_CLIENT_PASSWORD: 'artificial-wrong-password' },
    serves: [],
  },
  { name: 'no permission of effects', args: ['run'], environment: { ...uat, DMT_EFFECTS_ON: '' }, serves: [] },
  { name: 'no configuration', args: [], environment: { DMT_TARGET: 'uat', DMT_BASE_URL: 'nonsense' } },
  { name: 'wrong values', args: [], environment: { DMT_FUZZ_RUNS: 'some', DMT_OTP_SOURCE: 'guess', DMT_ALOW: 'races' } },
  { name: 'nothing selected', args: ['--check', 'OP9-NONSENSE'] },
  { name: 'an unknown command', args: ['runn'] },
  { name: 'an unknown fault', args: ['sandbox', '--fault', 'nonsense'] },
  { name: 'help', args: ['--help'] },
  ...named.map((command) => ({ name: `help of ${command}`, args: [command, '--help'] })),
  { name: 'plan', args: ['plan', '--list'] },
  { name: 'plan of a selection', args: ['plan', '--check', 'OP9-*'] },
  { name: 'plan for uat', args: ['plan'], environment: uat, serves: [] },
  { name: 'doctor', args: ['doctor'], environment: uat, serves: [] },
  {
    name: 'doctor of a service that is not there',
    args: ['doctor'],
    environment: { ...uat, DMT_BASE_URL: 'http://127.0.0.1:9' },
    serves: [],
  },
  { name: 'recorded callbacks', args: ['callback', 'callbacks.jsonl'], files: { 'callbacks.jsonl': callbacks } },
  { name: 'a description', args: ['diff', '{DMT_BASE_URL}/v2/api-docs'], serves: [] },
  {
    name: 'a description that lacks an operation',
    args: ['diff', '{DMT_BASE_URL}/v2/api-docs', '--format', 'markdown'],
    serves: ['--fault', 'undescribed-error'],
  },
  { name: 'no report to render', args: ['report'] },
  { name: 'no bundle to verify', args: ['verify', 'none.zip'] },
  { name: 'clauses', args: ['clauses'] },
];
