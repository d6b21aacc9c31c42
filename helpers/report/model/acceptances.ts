/** What an accepted deviation and an accepted gap have in common. */
export interface Acceptance {
  readonly clause: string;
  /** `sandbox`, `uat`, `prod`, or a host. */
  readonly target: string;
  /** What was accepted, as `verdict.json` prints it: of a check for a waiver, of a clause for a gap. */
  readonly signatures: readonly string[];
  readonly reason: string;
  readonly owner: string;
  readonly ticket: string;
  readonly approver: string;
  /** Last day on which it holds, `YYYY-MM-DD`, UTC. */
  readonly expires: string;
  /** It comes and goes: a passing run does not make it stale before ten in a row did. */
  readonly intermittent?: boolean;
}

/** A dated answer of the operator to what the specification leaves open. */
export interface Clarification {
  readonly clause: string;
  readonly answer: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly by: string;
}

/** The file of DMT_WAIVERS, as `schemas/waivers.schema.json` has it. */
export interface WaiversFile {
  readonly waivers?: readonly Acceptance[];
  readonly gaps?: readonly Acceptance[];
  readonly clarifications?: readonly Clarification[];
}
