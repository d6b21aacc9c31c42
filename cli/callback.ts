import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { readRecording, type Received, type Recording } from '../helpers/callback/received.ts';
import { callbackLines } from '../helpers/report/terminal/callback-lines.ts';
import { isRecord, parseJson } from '../helpers/core/json.ts';
import { describeFileError } from '../helpers/core/files/files.ts';
import { toOneLine } from '../helpers/core/text.ts';
import { judgeRecordedCallbacks } from '../helpers/runner/recorded-callbacks.ts';
import { onboardingCallback } from '../suites/ekyc/onboarding-callback.ts';
import { exitUsageError } from './exit-codes.ts';
import { printLine } from './output.ts';

const recordingFormat = 'a JSON array or JSON lines of { receivedAt, method, headers, body }, or of bodies alone';

/** A body without a status and without a result may be a broken callback, but not where nothing in the file looks like one. */
function mayBeCallback({ method, headers, receivedAt, body }: Received): boolean {
  const value = parseJson(body.text);
  return [method, headers, receivedAt].some((part) => part !== null) || (isRecord(value) && ('status' in value || 'result' in value));
}

function loadRecording(file: string): Recording {
  try {
    const recording = readRecording(readFileSync(file, 'utf8'));
    if (!recording.ok || recording.received.some(mayBeCallback)) return recording;
    return { ok: false, problem: recording.received.length === 0 ? 'no callback' : 'nothing that has headers, or a status or result' };
  } catch (error) {
    return { ok: false, problem: describeFileError(error) };
  }
}

/** Judges recorded callbacks alone: sends nothing, writes nothing. */
function judgeCallbacks(file: string, print: (line: string) => void): number {
  const recording = loadRecording(file);
  if (!recording.ok) {
    print(toOneLine(`expected ${recordingFormat}, in ${file}, received ${recording.problem}`));
    return exitUsageError;
  }
  const judged = judgeRecordedCallbacks(onboardingCallback.checks, recording.received);
  for (const line of callbackLines(judged, recording.received.length)) print(line);
  return judged.some(({ outcome }) => outcome.verdict === 'fail') ? 1 : 0;
}

export const defineCallbackCommand = (command: Command): Command =>
  command
    .description('judge recorded onboarding callbacks, without comparing them with a run')
    .argument('<file>', 'a JSON array or JSON lines of { receivedAt, method, headers, body }, or of bodies alone')
    .addHelpText(
      'after',
      `
Examples:
  npm run conformance -- callback callbacks.jsonl
  npm run conformance -- callback inbox.json

A line of callbacks.jsonl:
  {"receivedAt":"2026-11-20T10:00:00.000Z","method":"POST","headers":{"content-type":"application/json"},"body":{"status":{"message":"success","code":2000},"result":{"userType":"customer"}}}

body is JSON or the received text; missing parts are not judged.
Exit: 0 nothing is broken, 1 a clause is broken, 2 the file cannot be used.`,
    )
    .action((file: string) => {
      process.exitCode = judgeCallbacks(file, printLine);
    });
