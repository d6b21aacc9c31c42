import type { Twist } from '../../sandbox/http/exchange.ts';
import { killedRun, type Killed, type Killer } from '../../tests/chaos/kill.ts';
import { seededRandom } from '../../tests/chaos/random.ts';

const times = 50;
/** No options for Node: the whole program runs, and the kill may also meet the writing of its pages. */
const wholeProgram: readonly string[] = [];
const seed = 1;
/** The share of kills after the last request, while the run writes its reports. */
const shareBehind = 0.1;

/** Requests of an undisturbed run, and the milliseconds from the last of them to its end. */
interface WholeRun {
  readonly requests: number;
  readonly endingMs: number;
}

const countRequests =
  (saw: () => void): Twist =>
  (right) =>
  (ask) => {
    if (ask.operation !== 'PHONE') saw();
    return right(ask);
  };

async function measureWholeRun(): Promise<WholeRun & { readonly good: boolean }> {
  let requests = 0;
  let last = 0;
  const killed = await killedRun(
    () =>
      countRequests(() => {
        requests += 1;
        last = performance.now();
      }),
    wholeProgram,
  );
  return { requests, endingMs: killed.endedAt - last, good: killed.code === 0 && killed.unbooked.length === 0 };
}

/** Kills at any request, or some milliseconds after it. */
function drawKiller(random: () => number, { requests, endingMs }: WholeRun): { readonly moment: string; readonly killer: Killer } {
  const behind = random() < shareBehind;
  // Two runs differ by a few requests.
  const nth = behind ? requests - 10 : 1 + Math.floor(random() * (requests - 10));
  const afterMs = random() * (behind ? endingMs : 20);
  let seen = 0;
  const killer: Killer = (kill) =>
    countRequests(() => {
      seen += 1;
      if (seen === nth) setTimeout(kill, afterMs);
    });
  return { moment: `${afterMs.toFixed(0)} ms behind request ${nth}`, killer };
}

/** `report` must end with 3 or 4 for an unfinished run, and with 0 for a finished one. */
function findProblems({ unbooked, code, verdict, said }: Killed): readonly string[] {
  return [
    ...unbooked.map((one) => `not in the ledger: ${one}`),
    ...(code !== null && [0, 3, 4].includes(code) ? [] : [`report ended with ${code}: ${said.slice(-300)}`]),
    ...(verdict === null ? ['no verdict'] : verdict.counts.fail > 0 ? [`${verdict.counts.fail} checks failed`] : []),
  ];
}

/** Kills whole runs at random moments. False when the ledger lacks an effect, or `report` could not write a report. */
export async function kill(tell: (line: string) => void): Promise<boolean> {
  const random = seededRandom(seed);
  const { good, ...whole } = await measureWholeRun();
  tell(
    `seed ${seed}; not killed: ${whole.requests} requests, ${(whole.endingMs / 1000).toFixed(1)} s to the end of its reports${good ? '' : ', NOT GOOD'}`,
  );
  const verdicts = new Map<string, number>();
  let bad = good ? 0 : 1;
  let running = 0;
  let effects = 0;
  for (let n = 1; n <= times; n += 1) {
    const { moment, killer } = drawKiller(random, whole);
    const killed = await killedRun(killer, wholeProgram);
    const wrong = findProblems(killed);
    if (wrong.length > 0) bad += 1;
    if (killed.wasRunning) running += 1;
    effects += killed.effects;
    const verdict = killed.verdict?.verdict ?? 'none';
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    tell(
      `${n}: ${moment}, ${killed.effects} effects, ${verdict}, report ${killed.code}${wrong.length > 0 ? ` NOT GOOD ${wrong.join('; ')}` : ''}`,
    );
  }
  const counts = [...verdicts].map(([verdict, count]) => `${count} ${verdict}`).join(', ');
  tell(
    `${times} kills, ${running} of them of a run that was still running; ${effects} effects; ${bad === 0 ? 'no problem' : `${bad} NOT GOOD`}; ${counts}`,
  );
  return bad === 0;
}
