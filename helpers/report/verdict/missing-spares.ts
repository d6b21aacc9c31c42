import type { VerdictFile } from '../model/verdict-file.ts';

const lacksRole = /^no spare mobile for .* \(DMT_SPARE_MOBILES\)$/;

const isAboutSpares = (reason: string): boolean => reason.endsWith('(DMT_SPARE_MOBILES)');

/** Too few spare mobiles are one cause, whatever each of them is for. Every role takes one. */
export function joinSpareReasons(reasons: readonly string[], { checks }: Pick<VerdictFile, 'checks'>): readonly string[] {
  const distinct = [...new Set(reasons)];
  const others = distinct.filter((reason) => !isAboutSpares(reason));
  if (distinct.length - others.length < 2) return distinct;
  const roles = new Set(checks.flatMap(({ reason }) => (reason !== null && lacksRole.test(reason) ? [reason] : [])));
  return [`too few spare mobiles, at least ${roles.size} more are needed (DMT_SPARE_MOBILES)`, ...others];
}
