import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { extname, join } from 'node:path';
import { ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import AllureVitestReporter from 'allure-vitest/reporter';
import { createVitest, type Reporter, type Vitest } from 'vitest/node';
import { scratchFolder } from './drawer.ts';
import { decorateResult, type AllureEvidence } from './result.ts';
import type { ResultFile } from './results.ts';

const root = join(import.meta.dirname, '../../..');

declare module 'vitest' {
  interface ProvidedContext {
    /** Absolute path of the folder whose `verdict.json` is shown as tests. */
    reportFolder?: string;
    /** A port of this machine: its connections end when that file is there. */
    recordedAt?: number;
  }
}

type Writer = Exclude<ConstructorParameters<typeof ReporterRuntime>[0]['writer'], string | readonly unknown[]>;

const refuseWrite = (): never => {
  throw new Error('expected only results to write for Allure, received something else');
};

/** Each of thousands of steps has several empty lists. */
const omitEmpty = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? undefined : value;

interface RecordedSignal {
  readonly port: number;
  readonly send: () => void;
}

/** Tells the process of the tests, which starts before there is anything to show, that the run is recorded. */
async function openRecordedSignal(): Promise<RecordedSignal> {
  const server = createServer();
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port, received none');
  const send = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: address.port, send };
}

type TakeResult = (result: ResultFile) => void;

/** Allure's own writer waits for the disk after each of a thousand files. The journals already survive a crash. */
const createWriter = (take: TakeResult): Writer => ({
  writeResult: (result) => {
    take([`${result.uuid}-result.json`, JSON.stringify(result, omitEmpty)]);
  },
  writeGroup: refuseWrite,
  writeAttachment: refuseWrite,
  writeAttachmentFromPath: refuseWrite,
  writeEnvironmentInfo: refuseWrite,
  writeCategoriesDefinitions: refuseWrite,
  writeGlobals: refuseWrite,
});

type Decorate = (result: Parameters<typeof decorateResult>[0]) => void;

/** Takes each result when its test ends; allure-vitest alone takes all of them at the end, or none. */
function createReporter(take: TakeResult, decorate: Decorate): Reporter {
  const listener = { beforeTestResultWrite: decorate };
  const allure = new AllureVitestReporter({ reportMatchers: false });
  let vitest: Vitest | undefined;
  return {
    onInit: (started) => {
      vitest = started;
      allure.onInit(started);
      Object.assign(allure, { allureReporterRuntime: new ReporterRuntime({ writer: createWriter(take), listeners: [listener] }) });
    },
    onTestCaseResult: ({ id }) => {
      const task = vitest?.state.idMap.get(id);
      if (task !== undefined) allure.handleTask(task);
    },
  };
}

function captureOutput(): { readonly stream: Writable; readonly heard: () => string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, heard: () => chunks.join('').slice(-2000) };
}

type CloseVitest = () => Promise<void>;

/** Runs one Vitest test for each check, and hands over each result when its test ends. Vitest ends later than the last of them. */
export type RunVitest = (evidence: AllureEvidence, take: TakeResult) => Promise<CloseVitest>;

/**
 * Vitest and its process of tests take long to load, so they load before there is anything to show. Everything stays in memory, so that runs
 * with different report folders can share a checkout.
 */
export async function openVitest(reportFolder: string): Promise<RunVitest> {
  const { stream, heard } = captureOutput();
  const scratch = scratchFolder(reportFolder);
  const recorded = await openRecordedSignal();
  let take: TakeResult = () => undefined;
  let decorate: Decorate = () => undefined;
  const vitest = await createVitest(
    {
      config: false,
      root,
      // A package has JavaScript, in a folder below node_modules.
      include: [`suites/conformance.test${extname(import.meta.filename)}`],
      exclude: [],
      watch: false,
      pool: 'forks',
      isolate: false,
      fileParallelism: false,
      cache: false,
      fsModuleCache: false,
      testTimeout: 0,
      provide: { reportFolder, recordedAt: recorded.port },
      experimental: { viteModuleRunner: false },
      reporters: [
        createReporter(
          (result) => {
            take(result);
          },
          (result) => {
            decorate(result);
          },
        ),
      ],
    },
    { envDir: false, cacheDir: scratch },
    { stdout: stream, stderr: stream },
  );
  const running = vitest.start();
  // The caller that asks for the results gets the error.
  running.catch(() => undefined);
  return async (evidence, takeResult) => {
    let taken = 0;
    const allTaken = new Promise<void>((resolve) => {
      take = (result) => {
        takeResult(result);
        taken += 1;
        if (taken === evidence.checks.size) resolve();
      };
    });
    decorate = (result) => {
      decorateResult(result, evidence);
    };
    recorded.send();
    const ended = running.then(() => vitest.close());
    await Promise.race([allTaken, ended]);
    if (taken < evidence.checks.size) throw new Error(`expected ${evidence.checks.size} tests, received ${taken}: ${heard()}`);
    return () => ended;
  };
}
