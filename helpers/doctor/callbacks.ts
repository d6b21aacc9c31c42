import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Received } from '../callback/received.ts';
import { exampleBeside, openReceiver, type Receiver } from '../callback/receiver.ts';
import type { Config } from '../config/config.ts';
import { openRecordingRelay } from '../callback/recording-sources.ts';
import { warning, ok, stop, untried, type Diagnosis, type DoctorContext } from './diagnosis.ts';
import { getOnce } from './addresses.ts';
import { errorMessage } from '../core/text.ts';

/** The doctor cannot test whether the service reaches this address. */
const fromHere = 'reached from this machine; the doctor cannot test whether the service reaches it';

async function examinePublicUrl(context: DoctorContext, publicUrl: string, seen: readonly string[]): Promise<Diagnosis> {
  const mark = randomUUID();
  const address = new URL(publicUrl);
  address.searchParams.set('doctor', mark);
  const { trouble } = await getOnce(context, address.href);
  if (seen.some((url) => url.includes(mark))) return ok(`callbacks arrive at ${publicUrl}, ${fromHere}`);
  const what = trouble === null ? 'something else than our receiver answers' : trouble.message;
  return warning(
    `requests to DMT_CALLBACK_PUBLIC_URL do not arrive: ${what}`,
    'check the address and its forwarding to DMT_CALLBACK_LISTEN',
  );
}

type Listen = NonNullable<Config['callback']['listen']>;

async function listenAt(listen: Listen, take: (received: Received) => void): Promise<Receiver | Diagnosis> {
  try {
    return await openReceiver(listen, take);
  } catch (error) {
    return stop(
      'configuration',
      `DMT_CALLBACK_LISTEN: expected a free address, received ${errorMessage(error)}`,
      `name a free address, for example ${exampleBeside(listen)}`,
    );
  }
}

/** Null for a free address. */
export async function findOccupied(listen: Listen): Promise<Diagnosis | null> {
  const opened = await listenAt(listen, () => undefined);
  if ('state' in opened) return opened;
  await opened.close();
  return null;
}

async function examineListening(context: DoctorContext, listen: Listen): Promise<Diagnosis> {
  const seen: string[] = [];
  const receiver = await listenAt(listen, ({ url }) => seen.push(url ?? ''));
  if ('state' in receiver) return receiver;
  try {
    const { publicUrl } = context.config.callback;
    if (publicUrl !== null) return await examinePublicUrl(context, publicUrl, seen);
    return warning(`callbacks arrive at ${receiver.url}`, 'set DMT_CALLBACK_PUBLIC_URL to the address that the service calls');
  } finally {
    await receiver.close();
  }
}

async function examineRelay({ config }: DoctorContext, pollUrl: string): Promise<Diagnosis> {
  const source = openRecordingRelay(config.connection, pollUrl);
  const reading = await source.read();
  await source.close();
  return reading.ok
    ? ok('the relay of DMT_CALLBACK_POLL_URL can be read')
    : warning(`DMT_CALLBACK_POLL_URL: ${reading.problem}`, 'correct the relay or its address');
}

function examineCallbackFile(path: string): Diagnosis {
  if (existsSync(path)) return ok('DMT_CALLBACK_FILE exists');
  return existsSync(dirname(resolve(path)))
    ? ok('DMT_CALLBACK_FILE does not exist yet, but its folder does')
    : warning('the folder of DMT_CALLBACK_FILE does not exist', 'name a file that callbacks are appended to');
}

export function examineCallbacks(context: DoctorContext): Promise<Diagnosis> {
  const { listen, pollUrl, file: path } = context.config.callback;
  if (listen !== null) return examineListening(context, listen);
  if (pollUrl !== null) return examineRelay(context, pollUrl);
  if (path !== null) return Promise.resolve(examineCallbackFile(path));
  if (context.canRegisterCallbacks === true)
    return Promise.resolve(ok('a run listens on this machine and registers its address with the embedded sandbox'));
  return Promise.resolve(
    untried(
      'no source of callbacks is configured',
      'set DMT_CALLBACK_LISTEN, DMT_CALLBACK_POLL_URL or DMT_CALLBACK_FILE to test callbacks',
    ),
  );
}
