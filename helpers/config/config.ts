import type { Permission } from './permissions.ts';
import type { Budget, CampaignBudget } from '../core/budget.ts';
import type { TargetKind } from './settings.ts';
import type { Choice } from './variables.ts';

export interface Credentials {
  readonly id: string;
  readonly password: string;
}

/** Everything the suite is told, read once. Texts are empty, and groups null, where a target does not need them. */
export interface Config {
  readonly target: {
    readonly kind: TargetKind;
    readonly baseUrl: string;
    readonly authUrl: string;
    /** Hosts of both addresses, without repetition. */
    readonly hosts: readonly string[];
    /** The sandbox that this process started: nothing it does can harm anybody. An address on this machine may be a tunnel's. */
    readonly own: boolean;
    /** The sandbox is yet to be started: addresses and credentials are stand-ins. */
    readonly awaitsSandbox: boolean;
    readonly build: string | null;
    readonly serviceName: string | null;
  };
  readonly credentials: {
    readonly client: Credentials;
    readonly agent: Credentials;
    readonly otherAgent: Credentials | null;
  };
  readonly connection: {
    readonly caFile: string | null;
    readonly certFile: string | null;
    readonly keyFile: string | null;
    readonly proxy: string | null;
    readonly noProxy: string;
    readonly timeoutMs: number;
    readonly maxConcurrency: number;
    /** Requests started per second; null for as many as concurrency allows. */
    readonly maxRps: number | null;
  };
  readonly people: {
    readonly subAgentMobile: string;
    readonly customerMobile: string;
    readonly spareMobiles: readonly string[];
  };
  /** What prod has to read. */
  readonly configuredIds: {
    readonly subAgentTag: string | null;
    readonly customerTag: string | null;
    readonly invoiceId: string | null;
    readonly correlationId: string | null;
  };
  readonly beneficiary: { readonly accounts: readonly string[]; readonly ifsc: string; readonly name: string };
  readonly transfer: {
    readonly paymentSource: Choice<'DMT_PAYMENT_SOURCE'>;
    /** An exact decimal, as it was written. */
    readonly amount: string;
    readonly userAgent: string;
    readonly sourceAddress: string;
    readonly geoTag: string;
  };
  readonly otp: {
    readonly source: Choice<'DMT_OTP_SOURCE'> | null;
    readonly code: string | null;
    readonly url: string | null;
    readonly command: string | null;
    readonly mpin: string | null;
  };
  readonly permissions: { readonly effectsOn: readonly string[]; readonly allow: readonly Permission[] };
  /** Null means counted only. */
  readonly limits: {
    readonly spend: string | null;
    readonly transfers: number | null;
    readonly otps: number | null;
    readonly wrongCodes: number | null;
    readonly wrongLogins: number | null;
    /** Only an approved bill caps them. */
    readonly requests: number | null;
    /** What checks and campaign may take of it at most, each apart; null where nothing but the caps above bounds them. */
    readonly budgets: { readonly checks: Budget | null; readonly campaign: CampaignBudget | null };
    /** Spend, transfers and OTPs were capped by hand. */
    readonly capsSet: boolean;
    readonly pendingTimeoutMs: number;
  };
  readonly contract: { readonly swaggerUrl: string | null; readonly swaggerHeaders: Readonly<Record<string, string>> };
  readonly callback: {
    readonly listen: { readonly host: string; readonly port: number } | null;
    readonly publicUrl: string | null;
    readonly pollUrl: string | null;
    readonly file: string | null;
    readonly timeoutMs: number;
    readonly ekycComplete: Choice<'DMT_EKYC_COMPLETE'>;
  };
  readonly fuzz: { readonly runs: number; readonly seconds: number; readonly seed: number };
  readonly selection: { readonly checks: readonly string[] | null; readonly profile: Choice<'DMT_PROFILE'> };
  readonly safety: boolean;
  readonly report: {
    readonly folder: string;
    readonly stateFolder: string;
    readonly previous: string | null;
    readonly waivers: string | null;
    readonly failOn: readonly Choice<'DMT_FAIL_ON'>[];
    readonly runBy: string | null;
    readonly nonce: string | null;
    readonly signKey: string | null;
    readonly signKeyFile: string | null;
  };
  /** Variables without secrets, people and places of this machine, as they took effect: what a fingerprint is taken of. */
  readonly public: Readonly<Record<string, string>>;
}
