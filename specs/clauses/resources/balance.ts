import type { ClauseSection } from '../../clause.ts';

export const balanceResultSections = [
  {
    section: 'Sender balance (OP-14 result)',
    operation: 'OP-14',
    clauses: {
      'OP14-RESULT-MAIN-ACCOUNT': { certainty: 'stated', text: '`mainAccount` is a number.' },
      'OP14-RESULT-CASHBACK-ACCOUNT': { certainty: 'stated', text: '`cashbackAccount` is a number.' },
      'OP14-RESULT-LIMITS': { certainty: 'stated', text: '`limits` is an object.' },
      'OP14-RESULT-COUNTERS': { certainty: 'stated', text: '`counters` is an object.' },
      'OP14-DEBITED': {
        certainty: 'implied',
        guards: 'money',
        text: 'After a completed transfer from the wallet, `mainAccount` is lower than before.',
      },
      'OP14-OTHERS-PAY-NOTHING': {
        certainty: 'implied',
        guards: 'money',
        text: 'A transfer is paid by its `from`: the balance of every other sender is no lower.',
      },
      'OP14-DEBIT-AMOUNT': { certainty: 'silent', text: 'By how much and when `mainAccount` falls (fees, refunds) is left open.' },
      'OP14-CONTENTS-NOT-SHOWN': { certainty: 'silent', text: 'What `limits` and `counters` hold is left open.' },
    },
  },
  {
    section: 'Agent wallet balance (OP-15 result: array)',
    operation: 'OP-15',
    clauses: {
      'OP15-WALLETS-LISTED': { certainty: 'exemplified', text: 'The list of agent wallets has at least one entry.' },
      'OP15-RESULT-WALLET-TYPE': { certainty: 'stated', text: '`walletType` of each entry is text.' },
      'OP15-RESULT-WALLET-TYPE-VALUES': {
        certainty: 'stated',
        text: '`walletType` is `MAIN_WALLET`, `TRADE_WALLET`, `CASHBACK_WALLET` or `OVER_DRAFT_WALLET`.',
      },
      'OP15-RESULT-WALLET-BALANCE': { certainty: 'stated', text: '`walletBalance` of each entry is a number.' },
    },
  },
] as const satisfies readonly ClauseSection[];
