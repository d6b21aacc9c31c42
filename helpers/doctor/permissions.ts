import { operations } from '../../specs/operations.ts';
import { sparesForAllChecks } from '../config/variables.ts';
import { permit } from '../client/limits/permit.ts';
import { harmlessIntent } from '../client/limits/intent.ts';
import { nothingSpent } from '../client/limits/spending.ts';
import { warning, ok, type Diagnosis, type DoctorContext } from './diagnosis.ts';

export function examinePermissions({ config }: DoctorContext): Diagnosis {
  const effects = operations.filter(({ effect }) => effect !== 'none');
  const refused = effects.flatMap((operation) => {
    const permitted = permit(config, { ...harmlessIntent(operation.method), effect: operation.effect }, { ...nothingSpent, requests: 0 });
    return permitted.ok ? [] : [{ id: operation.id, reason: permitted.reason }];
  });
  const [first] = refused;
  const allowed = config.permissions.allow.length === 0 ? 'nothing more' : config.permissions.allow.join(', ');
  if (first === undefined) return ok(`OTPs, transfers and records are permitted; DMT_ALLOW permits ${allowed}`);
  return warning(`not permitted, so not tested: ${refused.map(({ id }) => id).join(', ')}`, first.reason);
}

export function examineMeans({ config }: DoctorContext): Diagnosis {
  const { spareMobiles } = config.people;
  const missing = [
    ...(spareMobiles.length < sparesForAllChecks ? ['DMT_SPARE_MOBILES'] : []),
    ...(config.otp.mpin === null ? ['DMT_MPIN'] : []),
  ];
  const found = `${spareMobiles.length} spare mobiles, ${config.otp.mpin === null ? 'no MPIN' : 'an MPIN to set'}`;
  if (config.target.kind === 'prod' || missing.length === 0) return ok(found);
  return warning(found, `every check needs ${sparesForAllChecks} spare mobiles and an MPIN: set ${missing.join(' and ')}`);
}
