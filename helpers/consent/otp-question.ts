import type { OtpSourceKind } from '../core/records/provenance.ts';

export interface OtpQuestion {
  /** Whose code it is, for a person: `customer`, `spare 1 (new customer)`. */
  readonly role: string;
  readonly mobile: string;
  /** What the code is for, for a person: `OP-9 request the usual transfer of the customer`. */
  readonly purpose: string;
  /** The code before it was refused, so a new one was asked for. */
  readonly again?: boolean;
  /** The token of the challenge, from OP-3. */
  readonly state: string;
  /** When the challenge was requested, in milliseconds: older codes do not answer it. */
  readonly since: number;
  readonly exchange: string;
  /** Milliseconds that a polled source has, where that is less than DMT_TIMEOUT_MS. */
  readonly withinMs?: number;
}

export interface OtpUnavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
  readonly owner: 'configuration' | 'environment';
  /** A person waits for another message, as far as the caps allow. */
  readonly sendAgain?: true;
}

export interface OtpSource {
  readonly name: OtpSourceKind;
  /** The source knows the state, so its code belongs to this challenge only. */
  readonly tiedToState: boolean;
  readonly read: (question: OtpQuestion) => Promise<string | OtpUnavailable>;
  /** What the source shows before a code is asked for: it may be that of an earlier run. Null where it shows none. */
  readonly readShown?: (mobile: string) => Promise<string | null>;
  readonly close: () => Promise<void>;
}

export const createUnavailable = (reason: string, owner: OtpUnavailable['owner']): OtpUnavailable => ({
  kind: 'unavailable',
  reason,
  owner,
});

export const fillTemplate = (
  template: string,
  { mobile, state, since }: Pick<OtpQuestion, 'mobile' | 'state' | 'since'>,
  encode: (value: string) => string,
): string =>
  template.replace(/\{(mobile|state|since)\}/g, (_, name: string) => encode({ mobile, state, since: String(since) }[name] ?? ''));

const namedCode = /"[^"]*otp[^"]*"\s*:\s*"?(\d{4,10})(?!\d)/i;
// More digits may be a telephone number or a time.
const anyCode = /(?<!\d)\d{4,8}(?!\d)/;

const codeAlone = /^\s*"?(\d{4,9})"?\s*$/;

/** What a person may type. */
export const typedCode = '4 to 9 digits';

/** A field named like an OTP, else what is there alone, else the first number of 4 to 8 digits. */
export const findCode = (text: string): string | null =>
  namedCode.exec(text)?.[1] ?? codeAlone.exec(text)?.[1] ?? anyCode.exec(text)?.[0] ?? null;
