import type { Suite } from '../../helpers/runner/check.ts';
import { mpinRules } from '../sender/sender-rules.ts';

export const mpin: Suite = { name: 'MPIN', area: 'Consent', checks: mpinRules };
