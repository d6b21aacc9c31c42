/** What DMT_OTP_SOURCE may name. */
export const otpSources = ['fixed', 'http', 'command', 'prompt'] as const;
export type OtpSourceKind = (typeof otpSources)[number];

/** Where a code came from: what the evidence tells of a message nobody else saw. Never the code itself. */
export interface Provenance {
  /** The OP-3 that asked for it. */
  readonly exchange: string;
  readonly source: OtpSourceKind;
  readonly role: string;
  /** From the question to its answer, or to giving up. */
  readonly waitedMs: number;
  /** Why none came; null when one did. */
  readonly missing: string | null;
}
