import type { Permission } from './permissions.ts';
import type { Budget, CampaignBudget } from '../core/budget.ts';
import type { CampaignShare, Shard } from '../core/records/shard.ts';
import type { TargetKind } from './settings.ts';
import type { Choice, VariableName } from './variables.ts';

export interface Credentials {
  readonly id: string;
  readonly password: string;
}

/** The whole configuration, read once. Texts are empty, and groups null, where a target does not need them. */
export interface Config {
  readonly target: {
    readonly kind: TargetKind;
    readonly baseUrl: string;
    readonly authUrl: string;
    readonly hosts: readonly string[];
    /** The sandbox that this process started: it can harm no one. An address on this machine alone may be a tunnel's. */
    readonly own: boolean;
    /** The sandbox is not started yet: addresses and credentials are placeholders. */
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
    /** Requests started per second; null when only `maxConcurrency` limits them. */
    readonly maxRps: number | null;
  };
  readonly people: {
    readonly subAgentMobile: string;
    readonly customerMobile: string;
    readonly spareMobiles: readonly string[];
  };
  readonly configuredIds: {
    readonly subAgentTag: string | null;
    readonly customerTag: string | null;
    readonly invoiceId: string | null;
    readonly correlationId: string | null;
  };
  readonly beneficiary: { readonly accounts: readonly string[]; readonly ifsc: string; readonly name: string };
  readonly transfer: {
    readonly paymentSource: Choice<'DMT_PAYMENT_SOURCE'>;
    /** An exact decimal, as written. */
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
  /** Null means that the suite counts without a cap. */
  readonly limits: {
    readonly spend: string | null;
    readonly transfers: number | null;
    readonly otps: number | null;
    readonly wrongCodes: number | null;
    readonly wrongLogins: number | null;
    readonly requests: number | null;
    /** The bill's share for the checks and for the campaign; null where only the caps above apply. */
    readonly budgets: { readonly checks: Budget | null; readonly campaign: CampaignBudget | null };
    /** Caps that effects need and nobody set. */
    readonly missingCaps: readonly VariableName[];
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
  readonly fuzz: {
    readonly runs: number;
    readonly seconds: number;
    readonly seed: number;
    /** Of a part of a split run; absent for the whole campaign. */
    readonly share?: CampaignShare;
  };
  readonly selection: { readonly checks: readonly string[] | null; readonly profile: Choice<'DMT_PROFILE'> };
  /** Which part of a split run this is (DMT_SHARD); null for a whole run. */
  readonly shard: Shard | null;
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
  /** Variables in effect, without secrets, people and places of this machine: the fingerprint covers these. */
  readonly public: Readonly<Record<string, string>>;
}
