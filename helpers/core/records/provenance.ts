export const otpSources = ['fixed', 'http', 'command', 'prompt'] as const;
export type OtpSourceKind = (typeof otpSources)[number];

/** Where a code came from: evidence for a message that only its recipient saw. Never the code itself. */
export interface Provenance {
  readonly exchange: string;
  readonly source: OtpSourceKind;
  readonly role: string;
  /** From the question to the answer, or until the source gave up. */
  readonly waitedMs: number;
  /** Why no code came; null when one came. */
  readonly missing: string | null;
}
