export interface Acceptance {
  readonly clause: string;
  /** `sandbox`, `uat`, `prod`, or a host. */
  readonly target: string;
  /** What was accepted, as `verdict.json` prints it: a check's signature for a waiver, a clause's for a gap. */
  readonly signatures: readonly string[];
  readonly reason: string;
  readonly owner: string;
  readonly ticket: string;
  readonly approver: string;
  /** Last day of validity, `YYYY-MM-DD`, UTC. */
  readonly expires: string;
  /** The deviation comes and goes: the entry gets stale only after ten passing runs in a row. */
  readonly intermittent?: boolean;
}

export interface Clarification {
  readonly clause: string;
  readonly answer: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly by: string;
}

/** The file of DMT_WAIVERS (`schemas/waivers.schema.json`). */
export interface WaiversFile {
  readonly waivers?: readonly Acceptance[];
  readonly gaps?: readonly Acceptance[];
  readonly clarifications?: readonly Clarification[];
}
