import { apiCodes } from './codes.ts';

interface Answered {
  readonly status: number | null;
  readonly code: number | null;
}

/** The answers with which a check of a refusal may pass. Who judges its record again asks for the same. */
export const refusalTests = {
  'http-400': ({ status }) => status === 400,
  'http-401': ({ status }) => status === 401,
  /** For a header that no service can read (reading 2). */
  'http-401-or-400': ({ status }) => status === 401 || status === 400,
  'http-415': ({ status }) => status === 415,
  'code-4170': ({ status, code }) => status === 200 && code === apiCodes.wrongOtpOrMpin,
  /** Where the service may have another reason to refuse (reading 13), or the document does not say how it refuses. */
  'not-served': ({ code }) => code !== apiCodes.success,
} as const satisfies Readonly<Record<string, (answered: Answered) => boolean>>;

export type RefusalName = keyof typeof refusalTests;
