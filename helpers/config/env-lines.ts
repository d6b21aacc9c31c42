import type { Environment } from './settings.ts';
import { isVariableName, type VariableName } from './variables.ts';

interface EnvLine {
  readonly name: string;
  readonly hasValue: boolean;
  readonly where: string;
}

function readLine(text: string, where: string): EnvLine | null {
  const [, name, rest = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)(.*)$/.exec(text) ?? [];
  return name === undefined ? null : { name, hasValue: /^(?:\s*=|:\s)/.test(rest), where };
}

/** Without them the run would judge the sandbox. Other names without the prefix may well belong to other programs. */
const addresses: ReadonlySet<string> = new Set(['DMT_BASE_URL', 'DMT_AUTH_URL'] satisfies VariableName[]);

/** Our variable of that name, whatever its letter case; an address without the prefix too. */
function findMeant(name: string): VariableName | null {
  const upper = name.toUpperCase();
  const meant = upper.startsWith('DMT_') ? upper : `DMT_${upper}`;
  return isVariableName(meant) && (meant === upper || addresses.has(meant)) ? meant : null;
}

const hasPrefix = (name: string): boolean => /^dmt_/i.test(name);

/** Prose may begin with a word that is the end of a name of ours, but not in capitals. */
const isName = (name: string): boolean => hasPrefix(name) || name === name.toUpperCase();

function findLineProblem({ name, hasValue, where }: EnvLine, read: Environment): string | null {
  const meant = findMeant(name);
  if (!hasValue && isName(name) && (meant !== null || hasPrefix(name)))
    return `${where}: expected ${meant ?? name}=value, received ${name} without "=" behind it, so the line has no effect; write ${meant ?? name}=…`;
  // Without the prefix, the name may belong to another program.
  if (!hasValue || meant === null || meant === name || (!hasPrefix(name) && read[meant] !== undefined)) return null;
  return `${where}: expected ${meant}, received ${name}, which the suite does not read; write ${meant}=…`;
}

/** Lines that look as if they set a variable of ours, but do not. No value is repeated: it may be secret. */
export const findEnvLineProblems = (file: string, text: string, read: Environment): readonly string[] =>
  text.split(/\r?\n/).flatMap((line, index) => {
    const parsed = readLine(line, `${file} line ${index + 1}`);
    return (parsed === null ? null : findLineProblem(parsed, read)) ?? [];
  });
