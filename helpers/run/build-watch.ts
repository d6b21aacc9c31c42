import { actuatorOperations } from '../../specs/operational.ts';
import type { Target } from '../client/client.ts';
import type { JournalWriter } from '../report/journal/journal.ts';
import type { BuildSeen } from '../core/records/build-seen.ts';
import { isTroubleStatus } from '../core/gateway-statuses.ts';
import { parseJson } from '../core/json.ts';
import { fingerprintTexts, nameBuild, readBuildTexts, type InfoTexts } from './build-info.ts';

type WatchedTarget = Pick<Target, 'raw' | 'redactor'>;

/** A page of build facts is short. */
const mostBytes = 64 * 1024;

const [info] = actuatorOperations.filter(({ clause }) => clause === 'ACTUATOR-INFO');

const nothing: InfoTexts = new Map();

/**
 * Asks without a token, so only an open page tells. Empty where it names no build. Null where the service did not answer, or a cap forbids the
 * request.
 */
async function askInfo({ raw, redactor }: WatchedTarget): Promise<InfoTexts | null> {
  if (info === undefined) return null;
  const sent = await raw({ method: info.method, url: info.path, maxBytes: mostBytes }, 'ask which build is deployed', info.subject);
  if (sent.kind !== 'reply' || isTroubleStatus(sent.exchange.response.status)) return null;
  const { response } = sent.exchange;
  const body = response.status === 200 ? parseJson(response.body.text) : null;
  return new Map([...readBuildTexts(body)].map(([path, text]) => [path, redactor.text(text)]));
}

const isSame = (one: InfoTexts, other: InfoTexts): boolean => fingerprintTexts(one) === fingerprintTexts(other);

/** Another build than at the start is asked for twice: instances may answer by turns, and no page is trusted that changes by itself. */
async function askAtEnd(target: WatchedTarget, atStart: InfoTexts): Promise<InfoTexts | null> {
  const first = await askInfo(target);
  if (first === null || isSame(first, atStart)) return first;
  const second = await askInfo(target);
  return second !== null && isSame(first, second) ? first : null;
}

const toBuildSeen = (when: BuildSeen['when'], texts: InfoTexts): BuildSeen => ({
  when,
  at: new Date().toISOString(),
  build: nameBuild(texts),
  fingerprint: fingerprintTexts(texts),
});

/** Asks for the build at the start of the work and at its end: two requests, or one where no build is named. */
export async function watchBuild(
  target: WatchedTarget,
  { write }: Pick<JournalWriter, 'write'>,
  work: () => Promise<unknown>,
): Promise<void> {
  const record = (when: BuildSeen['when'], texts: InfoTexts): void => {
    write({ kind: 'build', build: toBuildSeen(when, texts) });
  };
  const atStart = askInfo(target).then((texts) => {
    if (texts !== null && texts.size > 0) record('start', texts);
    return texts ?? nothing;
  });
  const [texts] = await Promise.all([atStart, work()]);
  const later = texts.size === 0 ? null : await askAtEnd(target, texts);
  if (later !== null) record('end', later);
}
