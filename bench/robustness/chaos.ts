import { drawMishaps, runOverBadLine } from '../../tests/chaos/chaos.ts';

const seeds = 20;

const good = new Set(['conformant', 'incomplete', 'inconclusive']);

/** Runs the suite over a line that spoils one request in twenty. False when the service was blamed for it, or money moved twice. */
export async function chaos(tell: (line: string) => void): Promise<boolean> {
  const fresh = await runOverBadLine(() => 'none');
  tell(`without mishaps: ${fresh.file.verdict}, ${fresh.file.counts.pass} of ${fresh.file.checks.length} checks passed`);
  let bad = fresh.file.verdict === 'conformant' ? 0 : 1;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { file, sentTwice, unbooked, met } = await runOverBadLine(drawMishaps(seed));
    const failed = file.checks
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
      .map(({ id, received, reason }) => `${id} (${received ?? reason ?? ''})`);
    const ok = good.has(file.verdict) && failed.length === 0 && sentTwice.length === 0 && unbooked.length === 0;
    if (!ok) bad += 1;
    const hits = met['reset-before'] + met['reset-after'] + met.lost;
    const { pass, blocked } = file.counts;
    tell(
      `seed ${seed}: ${file.verdict}, ${hits} of ${met.none + hits} requests hit, ${pass} passed, ${blocked} blocked${ok ? '' : ` NOT GOOD ${[...failed, ...sentTwice, ...unbooked].join('; ')}`}`,
    );
  }
  tell(`${seeds + 1 - bad} of ${seeds + 1} runs were judged as the line deserved`);
  return bad === 0;
}
