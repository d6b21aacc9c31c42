import { actuatorOperations } from '../../specs/operational.ts';
import type { Target } from '../client/client.ts';
import type { JournalWriter } from '../report/journal/journal.ts';
import type { BuildSeen } from '../core/records/build-seen.ts';
import { isRecord, parseJson } from '../core/json.ts';
import { atSamePlaces, fingerprintTexts, nameBuild, pickSteadyTexts, readInfoTexts, type InfoTexts } from './build-info.ts';

type WatchedTarget = Pick<Target, 'raw' | 'redactor'>;

/** A page of build facts is short. */
const mostBytes = 64 * 1024;

const [info] = actuatorOperations.filter(({ clause }) => clause === 'ACTUATOR-INFO');

/** Asks without a token, so only an open page tells. Null for anything but a JSON object. */
async function askInfo({ raw, redactor }: WatchedTarget): Promise<InfoTexts | null> {
  if (info === undefined) return null;
  const sent = await raw({ method: info.method, url: info.path, maxBytes: mostBytes }, 'ask which build is deployed', info.subject);
  const response = sent.kind === 'reply' ? sent.exchange.response : null;
  const body = response?.status === 200 ? parseJson(response.body.text) : null;
  if (!isRecord(body)) return null;
  return new Map([...readInfoTexts(body)].map(([path, text]) => [path, redactor.text(text)]));
}

/** Asks twice, because a page may have a clock or a counter. Empty where it is closed or tells nothing. */
async function askAtStart(target: WatchedTarget): Promise<InfoTexts> {
  const first = await askInfo(target);
  const second = first === null ? null : await askInfo(target);
  return first === null || second === null ? new Map<string, string>() : pickSteadyTexts(first, second);
}

const toBuildSeen = (when: BuildSeen['when'], texts: InfoTexts): BuildSeen => ({
  when,
  at: new Date().toISOString(),
  build: nameBuild(texts),
  fingerprint: fingerprintTexts(texts),
});

/** Asks for the build at the start of the work and at its end: three requests, or one where the page is closed. */
export async function watchBuild(
  target: WatchedTarget,
  { write }: Pick<JournalWriter, 'write'>,
  work: () => Promise<unknown>,
): Promise<void> {
  const record = (when: BuildSeen['when'], texts: InfoTexts): void => {
    write({ kind: 'build', build: toBuildSeen(when, texts) });
  };
  const atStart = askAtStart(target).then((texts) => {
    if (texts.size > 0) record('start', texts);
    return texts;
  });
  const [texts] = await Promise.all([atStart, work()]);
  const later = texts.size === 0 ? null : await askInfo(target);
  if (later !== null) record('end', atSamePlaces(texts, later));
}
