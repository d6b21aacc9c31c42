import type { Fault } from '../catalogue.ts';
import { plain } from '../answers.ts';
import { answering, business, codeOf, on, withStatus } from '../twists.ts';

/** Codes, statuses and messages that are not the documented ones. */
export const envelopeFaults: Fault[] = [
  {
    id: 'code-is-text',
    story: 'Every API response code is text.',
    breaks: ['ENVELOPE-STATUS-CODE'],
    twist: answering(business, (answer) => withStatus(answer, { code: JSON.stringify(codeOf(answer)) })),
  },
  {
    id: 'otp-key-misspelled',
    story: 'OP-3 reports its success under another message key.',
    breaks: ['OP3-MESSAGE-KEY'],
    twist: answering(on('OP-3'), (answer) => withStatus(answer, { message: 'otp.send.successful' })),
  },
  {
    id: 'wrong-method-is-405',
    story: 'A wrong method is answered with 405.',
    breaks: ['HTTP-415'],
    twist: answering(
      () => true,
      (answer, ask) => (answer.status === 415 ? plain(ask, 405) : answer),
    ),
  },
];
