import type { Received } from '../../helpers/callback/received.ts';

export const MOBILE = '9990000103';
export const TAG = '5f0c7a52-1111-4abc-8def-0123456789ab';
export const PARENT = '7a52c0f5-2222-4abc-8def-0123456789ab';

export const customerResult = {
  onboardingStatus: 'COMPLETED',
  onboardingRemark: 'Testcase remark',
  senderId: TAG,
  mobile: Number(MOBILE),
  action: 'ONBOARDED',
  agentName: 'Testcase Agent',
  userType: 'customer',
  userName: 'Testcase Person',
  userOnboardingStatus: 'COMPLETED',
  onboardingDate: '2026-11-20 10:00:00',
  subAgentTag: PARENT,
};

export const customerBody = { status: { message: 'success', code: 2000 }, result: customerResult };

export const received = (body: unknown, more: Partial<Received> = {}): Received => ({
  receivedAt: '2026-11-20T10:00:00.000Z',
  method: 'POST',
  url: '/callback',
  headers: [['Content-Type', 'application/json']],
  body: { text: typeof body === 'string' ? body : JSON.stringify(body), encoding: 'utf8' },
  truncated: false,
  answered: 200,
  ...more,
});
