/** How each business operation describes itself: controller, query and header parameters, models. */
interface Described {
  tag: string;
  query?: string[];
  consent?: boolean;
  body?: string;
  result: string;
}

export const DESCRIBED: Record<string, Described> = {
  'OP-1': { tag: 'onboarding-controller', result: 'OnboardingStatus' },
  'OP-2': { tag: 'payment-source-controller', result: 'List«string»' },
  'OP-3': { tag: 'security-controller', body: 'OtpRequest', result: 'OtpChallenge' },
  'OP-4': { tag: 'user-controller', consent: true, result: 'Tag' },
  'OP-5': { tag: 'sender-controller', query: ['subAgentTagId'], result: 'SecurityScheme' },
  'OP-6': { tag: 'sender-controller', query: ['subAgentTagId'], consent: true, result: 'SenderDetail' },
  'OP-7': { tag: 'sender-controller', query: ['subAgentTagId'], consent: true, body: 'BeneficiaryRequest', result: 'BeneficiaryId' },
  'OP-8': { tag: 'fund-transfer-controller', query: ['subAgentTagId', 'paymentSource'], result: 'SecurityScheme' },
  'OP-9': {
    tag: 'fund-transfer-controller',
    query: ['subAgentTagId'],
    consent: true,
    body: 'FundTransferRequest',
    result: 'FundTransferResult',
  },
  'OP-10': { tag: 'status-controller', query: ['subAgentTagId'], result: 'TransactionStatus' },
  'OP-11': { tag: 'invoice-controller', query: ['subAgentTagId'], result: 'Invoice' },
  'OP-12': { tag: 'sender-controller', query: ['subAgentTagId'], body: 'MpinRequest', result: 'MpinResult' },
  'OP-13': { tag: 'sender-controller', query: ['subAgentTagId'], body: 'ActivationRequest', result: 'Void' },
  'OP-14': { tag: 'balance-controller', query: ['subAgentTagId', 'sessionId'], result: 'Balance' },
  'OP-15': { tag: 'balance-controller', result: 'List«AgentWallet»' },
  'OP-16': { tag: 'ekyc-controller', body: 'EkycRequest', result: 'EkycResult' },
};
