import type { ClauseId } from '../../../specs/clauses.ts';
import { member } from '../../core/json.ts';

type Texts = Readonly<Record<string, string>>;

/** What a row is called with. Where the service lists values, the call uses one of them; 404 to any other is a regular answer. */
export interface Choice {
  /** The row that lists the values. `listed` is undefined where that row was not served. */
  readonly from?: ClauseId;
  readonly path?: (listed: unknown) => Texts;
  readonly body?: (listed: unknown) => Texts;
}

/** An artificial name: a property under it means nothing to the service, and shows that it is ours. */
export const artificialName = 'dmt-conformance.testcase';

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A plain name. No other text of an answer is sent back to the service. */
const isPlainName = (name: unknown): name is string => typeof name === 'string' && /^[\w.-]{1,100}$/.test(name);
const choosePlainName = (names: readonly unknown[]): string => names.find(isPlainName) ?? artificialName;

/** The words these endpoints are known to use. Any other word from the service may be a secret, and is not sent back. */
const levels: readonly unknown[] = ['OFF', 'FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'];
const states: readonly unknown[] = ['UP', 'DOWN', 'OUT_OF_SERVICE', 'UNKNOWN'];

function readWord(value: unknown, key: string, words: readonly unknown[]): Texts {
  const word = member(value, key);
  return words.includes(word) ? { [key]: String(word) } : {};
}

const listProperties = (env: unknown): readonly string[] =>
  asList(member(env, 'propertySources')).flatMap((source) => Object.keys(asObject(member(source, 'properties'))));

const readLevel = (loggers: unknown, name: string): Texts => readWord(member(member(loggers, 'loggers'), name), 'configuredLevel', levels);

/** A logger with its own level, so that there is a level to put back. */
function chooseLogger(loggers: unknown): string {
  const names = Object.keys(asObject(member(loggers, 'loggers')));
  const own = names.filter((name) => 'configuredLevel' in readLevel(loggers, name));
  return choosePlainName([...own, ...names]);
}

const chooseLoggerPath: Choice['path'] = (loggers) => ({ name: chooseLogger(loggers) });

/** Rows that take more than the plain call. Their bodies change nothing, or write the present value, or are undone. */
export const choiceByClause: Partial<Record<ClauseId, Choice>> = {
  'ACTUATOR-ENV-POST': { body: () => ({ name: artificialName, value: 'Testcase' }) },
  'ACTUATOR-ENV-DELETE': { body: () => ({ name: artificialName }) },
  'ACTUATOR-ENV-TO-MATCH': { from: 'ACTUATOR-ENV', path: (env) => ({ toMatch: choosePlainName(listProperties(env)) }) },
  'ACTUATOR-LOGGERS-NAME': { from: 'ACTUATOR-LOGGERS', path: chooseLoggerPath },
  'ACTUATOR-LOGGERS-NAME-POST': {
    from: 'ACTUATOR-LOGGERS',
    path: chooseLoggerPath,
    body: (loggers) => readLevel(loggers, chooseLogger(loggers)),
  },
  'ACTUATOR-METRICS-NAME': {
    from: 'ACTUATOR-METRICS',
    path: (metrics) => ({ requiredMetricName: choosePlainName(asList(member(metrics, 'names'))) }),
  },
  'ACTUATOR-ROUTES-FORMAT': { path: () => ({ format: 'details' }) },
  'ACTUATOR-SERVICE-REGISTRY-POST': { from: 'ACTUATOR-SERVICE-REGISTRY', body: (registry) => readWord(registry, 'status', states) },
};

/** For rows that have no use for a body. */
export const anyBody: Texts = { [artificialName]: 'Testcase' };
