import { cost } from './fuzz-cost.ts';
import { throughput } from './fuzz-throughput.ts';
import { seeds } from './fuzz-seeds.ts';

type WriteLine = (line: string) => void;

/** What is measured of campaigns of odd calls, by the second word. */
const parts: Readonly<Record<string, (tell: WriteLine, size?: string) => Promise<boolean>>> = { throughput, cost, seeds };

/** `fuzz seeds 5` takes five seeds. */
export async function fuzz(tell: WriteLine, part?: string, size?: string): Promise<boolean> {
  const chosen = part === undefined ? Object.values(parts) : [parts[part]].filter((one) => one !== undefined);
  if (chosen.length === 0) throw new Error(`expected one of ${Object.keys(parts).join(', ')}, received "${part ?? ''}"`);
  let good = true;
  for (const measure of chosen) good = (await measure(tell, size)) && good;
  return good;
}
