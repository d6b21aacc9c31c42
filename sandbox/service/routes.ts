import { actuatorRoutes } from '../operations/actuator.ts';
import { balanceRoutes } from '../operations/balance.ts';
import { beneficiaryRoutes } from '../operations/beneficiary.ts';
import { descriptionRoutes } from '../operations/description.ts';
import { ekycRoutes, type OnboardingCompleted } from '../operations/ekyc.ts';
import { errorRoutes } from '../operations/error.ts';
import { onboardingRoutes } from '../operations/onboarding.ts';
import { otpRoutes } from '../operations/otp.ts';
import { senderRoutes } from '../operations/sender.ts';
import { statusRoutes } from '../operations/status.ts';
import { tokenRoutes } from '../operations/token.ts';
import { transferRoutes } from '../operations/transfer.ts';
import type { Route } from '../http/router.ts';

/** Every method and path this service knows. */
export function allRoutes(completed: OnboardingCompleted): Route[] {
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
