import { untried, type Examination, type Diagnosis, type DoctorContext } from './diagnosis.ts';

export interface Examined {
  readonly name: string;
  readonly finding: Diagnosis;
}

/** Runs them in order, so that one cause is reported once. */
export async function examine(context: DoctorContext, examinations: readonly Examination[]): Promise<readonly Examined[]> {
  const examined: Examined[] = [];
  const stopped = new Set<string>();
  for (const { name, needs, examine: look } of examinations) {
    const because = needs.find((need) => stopped.has(need));
    const finding = because === undefined ? await look(context) : untried(`not examined, because of the ${because}`);
    if (finding.state === 'stop' || because !== undefined) stopped.add(name);
    examined.push({ name, finding });
  }
  return examined;
}

/** Returns 0 when a run can start, 2 when the configuration prevents it, 4 when the environment does. */
export function toExitCode(examined: readonly Examined[]): 0 | 2 | 4 {
  const owners = examined.flatMap(({ finding }) => (finding.state === 'stop' ? [finding.owner] : []));
  if (owners.includes('configuration')) return 2;
  return owners.length > 0 ? 4 : 0;
}

const marks = { ok: 'ok', look: 'WARN', stop: 'STOP', untried: '-' } as const;

export const doctorLines = (examined: readonly Examined[]): readonly string[] =>
  examined.map(
    ({ name, finding }) =>
      `${marks[finding.state].padEnd(5)}${name.padEnd(14)}${finding.text}${finding.advice === null ? '' : ` → ${finding.advice}`}`,
  );
