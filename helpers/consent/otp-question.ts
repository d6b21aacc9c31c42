import type { OtpSourceKind } from '../core/records/provenance.ts';

/** The challenge a code is wanted for. */
export interface OtpQuestion {
  /** Whose code it is, in words for a person: `customer`, `spare 1 (new customer)`. */
  readonly role: string;
  readonly mobile: string;
  /** The challenge's own token from OP-3. */
  readonly state: string;
  /** When the challenge was asked for, in milliseconds: older codes do not answer it. */
  readonly since: number;
  /** The id of the exchange that asked for it. */
  readonly exchange: string;
}

/** Why there is no code, and who has to move. */
export interface OtpUnavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
  readonly owner: 'configuration' | 'environment';
}

/** Where the code of a challenge is read. */
export interface OtpSource {
  readonly name: OtpSourceKind;
  /** The source was told the state, so its code belongs to this challenge and no other. */
  readonly tiedToState: boolean;
  readonly read: (question: OtpQuestion) => Promise<string | OtpUnavailable>;
  readonly close: () => Promise<void>;
}

export const createUnavailable = (reason: string, owner: OtpUnavailable['owner']): OtpUnavailable => ({
  kind: 'unavailable',
  reason,
  owner,
});

/** Puts the question's values where a template names them. */
export const fillTemplate = (template: string, { mobile, state, since }: OtpQuestion, encode: (value: string) => string): string =>
  template.replace(/\{(mobile|state|since)\}/g, (_, name: string) => encode({ mobile, state, since: String(since) }[name] ?? ''));

const namedCode = /"[^"]*otp[^"]*"\s*:\s*"?(\d{4,8})(?!\d)/i;
const anyCode = /(?<!\d)\d{4,8}(?!\d)/;

/** The code in what a source says: a field named after it, else the first number of 4 to 8 digits. */
export const findCode = (text: string): string | null => namedCode.exec(text)?.[1] ?? anyCode.exec(text)?.[0] ?? null;
