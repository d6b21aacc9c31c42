/** What `GET /actuator/info` told of the deployed build, at one moment of a sitting. */
export interface BuildSeen {
  readonly when: 'start' | 'end';
  /** ISO 8601, UTC. */
  readonly at: string;
  /** `2026.11.3, commit 0a1b2c3`; null where the page names no build. */
  readonly build: string | null;
  /** SHA-256 of what the page tells and does not change by itself. */
  readonly fingerprint: string;
}

const findOther = (before: BuildSeen, after: BuildSeen): boolean => {
  const isSameSitting = after.when === 'end';
  // Each sitting picks anew what does not change by itself, so two of them are compared by what people call the build.
  return isSameSitting
    ? before.fingerprint !== after.fingerprint
    : ![before.build, after.build].includes(null) && before.build !== after.build;
};

/** Why the run judged two builds as one; null where every answer may come from the same. */
export function describeRedeployment(seen: readonly BuildSeen[]): string | null {
  const after = seen.find((each, nth) => nth > 0 && findOther(seen[nth - 1] ?? each, each));
  const before = after === undefined ? undefined : seen[seen.indexOf(after) - 1];
  if (after === undefined || before === undefined) return null;
  const names =
    before.build === after.build ? 'GET /actuator/info changed' : `build ${before.build ?? 'unnamed'}, then ${after.build ?? 'unnamed'}`;
  return `the service was deployed anew during the run: ${names}`;
}
