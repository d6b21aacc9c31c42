import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import type { Config } from '../config/config.ts';
import { splitCommand } from '../consent/command-source.ts';
import { fillTemplate } from '../consent/otp-question.ts';
import { unknownValues } from '../core/unknown-values.ts';
import { warning, ok, stop, untried, type Diagnosis, type DoctorContext } from './diagnosis.ts';
import { getOnce } from './addresses.ts';

const notTriedNote = 'no code is read, since that takes an OTP';

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Searches as a shell does; null when the program is not found. */
function findCommand(program: string, path: string): string | null {
  const candidates =
    isAbsolute(program) || program.includes(sep) ? [program] : path.split(delimiter).map((folder) => join(folder, program));
  return candidates.find(isExecutable) ?? null;
}

function examineCommand(line: string, path: string): Diagnosis {
  const [program = ''] = splitCommand(line);
  if (findCommand(program, path) !== null) return ok(`the command ${program} exists; ${notTriedNote}`);
  return stop(
    'configuration',
    `the command ${program} does not exist or is not executable`,
    'correct DMT_OTP_COMMAND; it runs without a shell',
  );
}

/** Asks for the code of a challenge that does not exist: the source need not have one, but must answer. */
async function examineHttpSource(context: DoctorContext, template: string): Promise<Diagnosis> {
  const question = {
    role: 'nobody',
    purpose: 'doctor',
    exchange: '',
    mobile: unknownValues.mobile,
    state: unknownValues.uuid,
    since: context.now(),
  };
  const address = fillTemplate(template, question, encodeURIComponent);
  const { response, trouble } = await getOnce(context, address);
  if (trouble !== null) return stop('environment', 'DMT_OTP_URL: no answer from the OTP source', trouble.message);
  if (response.status === 401 || response.status === 403)
    return stop('configuration', `the OTP source refuses with HTTP ${response.status}`, 'correct the key or login in DMT_OTP_URL');
  if (!/\{(mobile|state)\}/.test(template))
    return warning('DMT_OTP_URL asks for no mobile, so it may return the code of another one', 'add {mobile} or {state} to it');
  if (response.status === 404)
    return warning(
      `the OTP source answers HTTP 404 for an unknown mobile; ${notTriedNote}`,
      'check the path of DMT_OTP_URL, unless your source answers so when it has no code',
    );
  return ok(`the OTP source answers (HTTP ${response.status}); ${notTriedNote}`);
}

export interface Surroundings {
  /** The PATH. */
  readonly path: string;
  /** Where a person is asked for codes. */
  readonly asksOn: 'terminal' | 'page' | null;
}

/** Null for a source that only a request can examine. */
export function examineLocalSource({ source, command }: Config['otp'], { path, asksOn }: Surroundings): Diagnosis | null {
  switch (source) {
    case null:
      return untried('no OTP source: nothing that needs a code is tested; set DMT_OTP_SOURCE');
    case 'fixed':
      return ok(`the code is fixed; ${notTriedNote}`);
    case 'http':
      return null;
    case 'command':
      return examineCommand(command ?? '', path);
    case 'prompt':
      if (asksOn !== null) return ok(`a person is asked on this ${asksOn}; ${notTriedNote}`);
      return stop('configuration', 'DMT_OTP_SOURCE=prompt, but there is no terminal', 'run it on a terminal, or name another source');
  }
}

/** Requests no OTP. */
export async function examineOtpSource(context: DoctorContext, surroundings: Surroundings): Promise<Diagnosis> {
  const { otp } = context.config;
  return examineLocalSource(otp, surroundings) ?? (await examineHttpSource(context, otp.url ?? ''));
}
