import type { ClauseSection } from '../../clause.ts';

export const transferResultSections = [
  {
    section: 'Fund-transfer request (OP-9 payload)',
    operation: 'OP-9',
    clauses: {
      'OP9-PAYLOAD-AMOUNT': { certainty: 'stated', text: '`amount` is a number and may have decimals.' },
      'OP9-PAYLOAD-CORRELATION-ID': {
        certainty: 'stated',
        text: '`correlationId` is text the caller chooses; OP-10 finds the transfer by it.',
      },
      'OP9-PAYLOAD-FROM': { certainty: 'stated', text: '`from` is the `tagId` of the sender, as text.' },
      'OP9-PAYLOAD-TO': { certainty: 'stated', text: '`to` is the `beneficiaryId` of the beneficiary, as text.' },
      'OP9-PAYLOAD-TYPE': { certainty: 'stated', text: '`type` is text.' },
      'OP9-TYPE-VALUES': {
        certainty: 'exemplified',
        cannotBeTried: 'a value beside the shown one may move money in a way nobody described',
        text: '`type` is `imps`.',
      },
      'OP9-PAYLOAD-OPTIONS': { certainty: 'stated', text: '`options` is an object with the device and location of the sub-agent.' },
      'OP9-PAYLOAD-OPTIONS-USER-AGENT': { certainty: 'stated', text: '`options.userAgent` is text.' },
      'OP9-PAYLOAD-OPTIONS-SOURCE-ADDRESS': { certainty: 'stated', text: '`options.sourceAddress` is text.' },
      'OP9-PAYLOAD-OPTIONS-GEO-TAG': { certainty: 'stated', text: '`options.geoTag` is two decimal numbers with a comma between them.' },
      'OP9-OPTIONS-OTHER-MACHINE': {
        certainty: 'silent',
        text: 'What happens to `options` that are not of the sub-agent’s machine is left open outside UAT sign-up.',
      },
      'OP9-SAME-CORRELATION-ID': {
        certainty: 'exemplified',
        text: 'A `correlationId` sent again yields no second invoice, and the first invoice is debited once.',
      },
      'OP9-AMOUNT-ABOVE-BALANCE': {
        certainty: 'exemplified',
        text: 'An `amount` above the wallet balance of the sender is not accepted.',
      },
      'OP9-AMOUNT-ABOVE-LIMIT': {
        certainty: 'exemplified',
        text: 'An `amount` above what every period of `limitLeft` allows is not accepted.',
      },
      'OP9-NEGATIVE-AMOUNT': {
        certainty: 'implied',
        safety: true,
        guards: 'money',
        text: 'An `amount` of zero or less never credits the sender.',
      },
      'OP9-RACE-OVERSPEND': {
        certainty: 'implied',
        safety: true,
        guards: 'money',
        text: 'Transfers asked for at the same moment do not spend more than the balance together.',
      },
      'OP9-ODD-AMOUNT': { certainty: 'silent', text: 'Whether a zero, tiny, huge or finely divided `amount` is accepted is left open.' },
      'OP9-PAYMENT-SOURCE': {
        certainty: 'silent',
        text: 'The request names no payment source; which one is used, beyond the last one told to OP-8, is left open.',
      },
    },
  },
  {
    section: 'Fund-transfer result (OP-9 result)',
    operation: 'OP-9',
    clauses: {
      'OP9-RESULT-INVOICE-ID': { certainty: 'stated', text: '`invoiceId` is text of digits.' },
      'OP9-INVOICES-DIFFER': { certainty: 'implied', guards: 'money', text: 'Two transfers have two invoices.' },
    },
  },
  {
    section: 'Transaction status (OP-10 result)',
    operation: 'OP-10',
    clauses: {
      'OP10-RESULT-INVOICE-ID': { certainty: 'stated', text: '`invoiceId` is an integer.' },
      'OP10-RESULT-MESSAGE': { certainty: 'stated', text: '`message` is text.' },
      'OP10-RESULT-STATUS': { certainty: 'stated', text: '`status` is text.' },
      'OP10-RESULT-STATUS-VALUES': { certainty: 'stated', text: '`status` is `COMPLETED`, `FAILED` or `PENDING`.' },
      'OP10-INVOICE-AGREES': { certainty: 'implied', text: 'The `invoiceId` found by correlationId is the one OP-9 returned.' },
      'OP10-SAME-CORRELATION-ID': {
        certainty: 'implied',
        text: 'For a correlationId sent twice, the `invoiceId` is of one of the two requests.',
      },
    },
  },
  {
    section: 'Invoice (OP-11 result)',
    operation: 'OP-11',
    clauses: {
      'OP11-RESULT-AMOUNT': { certainty: 'stated', text: '`amount` is a number.' },
      'OP11-RESULT-BENEFICIARY-NAME': { certainty: 'stated', text: '`beneficiaryName` is text.' },
      'OP11-RESULT-TRANSACTION-ID': { certainty: 'stated', text: '`transactionId` is text.' },
      'OP11-RESULT-STATUS': { certainty: 'stated', text: '`status` is text.' },
      'OP11-RESULT-STATUS-VALUES': { certainty: 'stated', text: '`status` is `COMPLETED`, `FAILED` or `PENDING`.' },
      'OP11-RESULT-BANK-RRN': { certainty: 'stated', text: '`bankRRN` is present; its type is left open.' },
      'OP11-RESULT-IS-DELAYED': { certainty: 'stated', text: '`isDelayed` is the text `true` or `false`.' },
      'OP11-DELAYED-SETTLEMENT': {
        certainty: 'stated',
        text: 'With `isDelayed` `true` the amount settles in the wallet of the customer, otherwise in that of the merchant.',
      },
      'OP11-DELAYED-COMES-BACK': {
        certainty: 'exemplified',
        text: 'With `isDelayed` `true` the amount comes back to the wallet of the sender.',
      },
      'OP11-AMOUNT-EXACT': {
        certainty: 'implied',
        guards: 'money',
        text: '`amount` is exactly the accepted amount of the request, decimals included.',
      },
      'OP11-TRANSACTION-IDS-DIFFER': { certainty: 'implied', text: 'Two completed transfers have two bank transactions.' },
      'OP11-TRANSACTION-ID-KEPT': { certainty: 'implied', text: 'A completed transfer keeps its bank transaction.' },
      'OP11-TRANSACTION-ID-FILLED': { certainty: 'exemplified', text: '`transactionId` of a completed transfer is not empty.' },
      'OP11-BENEFICIARY-NAME-AGREES': {
        certainty: 'exemplified',
        text: '`beneficiaryName` is the name the beneficiary was registered with.',
      },
    },
  },
  {
    section: 'MPIN change (OP-12)',
    operation: 'OP-12',
    clauses: {
      'OP12-PAYLOAD-MPIN': { certainty: 'stated', text: '`mpin` is text.' },
      'OP12-PAYLOAD-OTP': { certainty: 'stated', text: '`otp` is text.' },
      'OP12-PAYLOAD-STATE': { certainty: 'stated', text: '`state` is text: that of an OTP challenge of OP-3.' },
      'OP12-RESULT-MOBILE': { certainty: 'stated', text: '`mobile` is a number.' },
      'OP12-MOBILE-AGREES': { certainty: 'implied', text: '`mobile` is the mobile of the sender whose MPIN was set.' },
    },
  },
] as const satisfies readonly ClauseSection[];
