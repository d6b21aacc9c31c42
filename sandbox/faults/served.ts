import type { Fault } from '../catalogue.ts';
import { plain } from '../answers.ts';
import { asking, instead, on } from '../twists.ts';
import { isObject } from '../json.ts';

/** Documented operations that are not there, or only under another name. */
export const servedFaults: Fault[] = [
  {
    id: 'invoice-not-served',
    story: 'OP-11 does not exist.',
    breaks: ['OP11-SERVED'],
    twist: instead(on('OP-11'), (ask) => plain(ask, 404)),
  },
  {
    id: 'account-field-renamed',
    story: 'OP-7 wants accountNumber instead of accountNo.',
    breaks: ['OP7-SERVED'],
    twist: asking(on('OP-7'), (ask) =>
      isObject(ask.body) ? { ...ask, body: { ...ask.body, accountNo: ask.body['accountNumber'] ?? null } } : ask,
    ),
  },
];
