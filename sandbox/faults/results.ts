import type { Fault } from '../catalogue.ts';
import { answering, everyNth, on, resultField, withResult, without } from '../twists.ts';

/** Results whose fields are wrong in type, missing or out of their list. */
export const resultFaults: Fault[] = [
  {
    id: 'invoice-id-is-a-number',
    story: 'OP-9 answers its invoice id as a number instead of numeric text.',
    breaks: ['OP9-RESULT-INVOICE-ID'],
    twist: resultField('OP-9', 'invoiceId', Number),
  },
  {
    id: 'old-user-is-a-boolean',
    story: 'OP-1 answers a real boolean instead of its text.',
    breaks: ['OP1-RESULT-IS-OLD-USER'],
    twist: resultField('OP-1', 'isOldUser', (value) => value === 'true'),
  },
  {
    id: 'transaction-id-missing-sometimes',
    story: 'Every second invoice lacks its transaction id.',
    breaks: ['OP11-RESULT-TRANSACTION-ID'],
    twist: everyNth(
      2,
      on('OP-11'),
      answering(on('OP-11'), (answer) => withResult(answer, (result) => without(result, 'transactionId'))),
    ),
  },
  {
    id: 'status-says-success',
    story: 'OP-10 says SUCCESS where the list has COMPLETED.',
    breaks: ['OP10-RESULT-STATUS-VALUES'],
    twist: resultField('OP-10', 'status', (value = null) => (value === 'COMPLETED' ? 'SUCCESS' : value)),
  },
];
