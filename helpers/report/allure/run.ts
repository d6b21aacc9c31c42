import { Writable } from 'node:stream';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import AllureVitestReporter from 'allure-vitest/reporter';
import { startVitest, type Reporter, type Vitest } from 'vitest/node';
import { withVariable } from '../../config/environment.ts';
import { decorateResult, type AllureEvidence } from './result.ts';
import type { ResultFiles } from './results.ts';

const root = join(import.meta.dirname, '../../..');

declare module 'vitest' {
  interface ProvidedContext {
    /** Absolute path of the folder whose `verdict.json` is told test by test. */
    reportFolder?: string;
  }
}

type Writer = Exclude<ConstructorParameters<typeof ReporterRuntime>[0]['writer'], string | readonly unknown[]>;

const refuseWrite = (): never => {
  throw new Error('expected results alone, received another thing to write for Allure');
};

/** Allure's own writer waits for the disk after each of a thousand files; what must survive a crash is in the journals. */
const createWriter = (results: ResultFiles): Writer => ({
  writeResult: (result) => {
    results.set(`${result.uuid}-result.json`, JSON.stringify(result));
  },
  writeGroup: refuseWrite,
  writeAttachment: refuseWrite,
  writeAttachmentFromPath: refuseWrite,
  writeEnvironmentInfo: refuseWrite,
  writeCategoriesDefinitions: refuseWrite,
  writeGlobals: refuseWrite,
});

/** Takes each result as soon as its test ends; allure-vitest alone would take all of them at the end, or none. */
function createReporter(results: ResultFiles, evidence: AllureEvidence): Reporter {
  const listener = {
    beforeTestResultWrite: (result: Parameters<typeof decorateResult>[0]) => {
      decorateResult(result, evidence);
    },
  };
  const allure = new AllureVitestReporter({ reportMatchers: false });
  let vitest: Vitest | undefined;
  return {
    onInit: (started) => {
      vitest = started;
      allure.onInit(started);
      Object.assign(allure, { allureReporterRuntime: new ReporterRuntime({ writer: createWriter(results), listeners: [listener] }) });
    },
    onTestCaseResult: ({ id }) => {
      const task = vitest?.state.idMap.get(id);
      if (task !== undefined) allure.handleTask(task);
    },
  };
}

/** Keeps the last words of Vitest for an error message instead of the terminal. */
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

/**
 * One Vitest test per check, told to Allure. Everything is passed in memory and nothing is cached on disk,
 * so runs with different report folders share a checkout undisturbed.
 */
export async function runVitest(reportFolder: string, results: ResultFiles, evidence: AllureEvidence): Promise<void> {
  const { stream, heard } = captureOutput();
  // Vitest sets the exit code of the process for a failed test; ours is the verdict's.
  const { exitCode } = process;
  const scratch = join(reportFolder, '.vite');
  const start = (): Promise<Vitest> =>
    startVitest(
      [],
      {
        config: false,
        root,
        include: ['suites/conformance.test.ts'],
        watch: false,
        pool: 'forks',
        isolate: false,
        fileParallelism: false,
        cache: false,
        fsModuleCache: false,
        testTimeout: 0,
        provide: { reportFolder },
        reporters: [createReporter(results, evidence)],
      },
      { envDir: false, cacheDir: scratch },
      { stdout: stream, stderr: stream },
    );
  // Vitest keeps a secret of its own in the data folder of the user; nothing is written outside the report folder.
  const vitest = await withVariable('XDG_DATA_HOME', scratch, start);
  const endedTests =
    vitest.state.getCountOfFailedTests() >= 0
      ? vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]).length
      : 0;
  await vitest.close();
  rmSync(scratch, { recursive: true, force: true });
  process.exitCode = exitCode;
  if (endedTests < evidence.checks.size) throw new Error(`expected ${evidence.checks.size} tests, received ${endedTests}: ${heard()}`);
}
