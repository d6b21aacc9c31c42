import type { Config } from '../config/config.ts';
import { formatCommand } from '../config/environment.ts';
import type { Permission } from '../config/permissions.ts';
import { accountsForAllChecks, sparesForAllChecks } from '../config/variables.ts';
import { ok, untried, warning, type Diagnosis, type DoctorContext } from './diagnosis.ts';

/** The words that clauses outside of campaigns need. */
const words: readonly Permission[] = ['operational-writes', 'wrong-logins', 'second-mpin', 'drain', 'token-expiry'];

const findMissingWords = ({ permissions: { allow } }: Config): readonly Permission[] => words.filter((word) => !allow.includes(word));

type Means = readonly [whatToSet: (config: Config) => string, isMissing: (config: Config) => boolean];

/** Without these, clauses stay open that a signature needs. A plan names each clause. */
const meansForSignature: readonly Means[] = [
  [() => 'DMT_RUN_BY', ({ report }) => report.runBy === null],
  [() => 'DMT_TARGET_BUILD, unless /actuator/info is open', ({ target }) => target.build === null],
  [() => 'DMT_OTHER_AGENT_ID', ({ credentials }) => credentials.otherAgent === null],
  [() => `DMT_SPARE_MOBILES (${sparesForAllChecks})`, ({ people }) => people.spareMobiles.length < sparesForAllChecks],
  [() => `DMT_BENEFICIARY_ACCOUNT (${accountsForAllChecks})`, ({ beneficiary }) => beneficiary.accounts.length < accountsForAllChecks],
  [() => 'DMT_MPIN', ({ otp }) => otp.mpin === null],
  [() => 'DMT_SERVICE_NAME', ({ target }) => target.serviceName === null],
  [() => 'DMT_CALLBACK_LISTEN', ({ callback: { listen, pollUrl, file } }) => [listen, pollUrl, file].every((each) => each === null)],
  [(config) => `DMT_ALLOW (${findMissingWords(config).join(', ')})`, (config) => findMissingWords(config).length > 0],
  [
    () => 'DMT_OTP_SOURCE=http or command, because clauses that need many codes are left out where a person types them',
    ({ otp }) => otp.source === 'prompt',
  ],
];

/** A run may be signed whose every binding clause was judged, or its gap accepted. */
export function examineSignature({ config }: DoctorContext): Diagnosis {
  if (config.target.kind !== 'uat') return untried(`a run on ${config.target.kind} is not signed`);
  if (config.selection.profile !== 'certification')
    return untried(`a run with DMT_PROFILE=${config.selection.profile} is not signed; only one with certification is`);
  const missing = meansForSignature.flatMap(([whatToSet, isMissing]) => (isMissing(config) ? [whatToSet(config)] : []));
  if (missing.length === 0) return ok(`no setting is missing that a signature needs; ${formatCommand('plan')} names what a cap leaves out`);
  return warning('some clauses will stay open, and each needs a written acceptance', `set ${missing.join('; ')}`);
}
