import { actuatorRoutes } from './handlers/actuator.ts';
import { balanceRoutes } from './handlers/balance.ts';
import { beneficiaryRoutes } from './handlers/beneficiary.ts';
import { descriptionRoutes } from './handlers/description.ts';
import { ekycRoutes, type Completed } from './handlers/ekyc.ts';
import { errorRoutes } from './handlers/error.ts';
import { onboardingRoutes } from './handlers/onboarding.ts';
import { otpRoutes } from './handlers/otp.ts';
import { senderRoutes } from './handlers/sender.ts';
import { statusRoutes } from './handlers/status.ts';
import { tokenRoutes } from './handlers/token.ts';
import { transferRoutes } from './handlers/transfer.ts';
import type { Route } from './routes.ts';

/** Every method and path this service knows. */
export function allRoutes(completed: Completed): Route[] {
  const routes = [
    ...tokenRoutes,
    ...onboardingRoutes,
    ...otpRoutes,
    ...senderRoutes,
    ...beneficiaryRoutes,
    ...transferRoutes,
    ...statusRoutes,
    ...balanceRoutes,
    ...ekycRoutes(completed),
    ...actuatorRoutes,
    ...errorRoutes,
  ];
  return [...routes, ...descriptionRoutes(routes)];
}
