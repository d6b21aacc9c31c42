import { sentCode } from '../../twists/requests.ts';
import type { Answer, Ask } from '../../http/exchange.ts';
import type { Fault } from '../../catalog.ts';
import { field, isObject } from '../../http/json.ts';
import { answering, codeOf, on, withResult, withStatus } from '../../twists/twists.ts';
import { firstOf, otherOf, tokenOf } from '../../twists/agents.ts';
import { textOf, withBody } from '../../twists/results.ts';

const otpOf = ({ headers }: Ask): string => /OTP (\d+)/.exec(textOf(headers['consent']?.toString()))?.[1] ?? '';

const rightCodeOf = (ask: Ask): string => ask.bank.challenges.get(sentCode(ask)?.state.toLowerCase() ?? '')?.code ?? '';

const codeBeside = (answer: Answer, { bank }: Ask): Answer =>
  withResult(answer, (result) => ({ ...result, hint: bank.challenges.get(textOf(result['state']).toLowerCase())?.code ?? '' }));

const description = (answer: Answer, told: string): Answer =>
  isObject(answer.json) ? withBody(answer, { ...answer.json, error_description: told }) : answer;

const javaTrace = 'java.lang.IllegalStateException: no token\n\tat com.example.Filter.check(Filter.java:42)';

/** Secrets and the inside of the service in answers. */
export const secretFaults: Fault[] = [
  {
    id: 'op3-hands-out-the-code-itself',
    story: 'OP-3 hands out the code itself.',
    breaks: ['NO-LEAK'],
    twist: answering(on('OP-3'), codeBeside),
  },
  {
    id: 'op3-hands-out-a-code-of-four-digits',
    story: 'OP-3 hands out a code of four digits.',
    breaks: ['NO-LEAK'],
    policy: { consent: { codeDigits: 4 } },
    twist: answering(on('OP-3'), codeBeside),
  },
  {
    id: 'op6-repeats-the-otp-in-its-message',
    story: 'OP-6 repeats the OTP in its message.',
    breaks: ['NO-LEAK'],
    twist: answering(on('OP-6'), (answer, ask) =>
      codeOf(answer) === 2000 ? withStatus(answer, { message: `OTP ${otpOf(ask)} ok` }) : answer,
    ),
  },
  {
    id: 'a-wrong-code-is-told-the-right-one',
    story: 'Whoever sends a wrong code is told the right one.',
    breaks: ['NO-LEAK'],
    twist: answering(on('OP-4', 'OP-6', 'OP-7', 'OP-9', 'OP-12'), (answer, ask) =>
      codeOf(answer) === 4170 ? withStatus(answer, { message: `not ${rightCodeOf(ask)}` }) : answer,
    ),
  },
  {
    id: 'op12-shows-the-mpin-it-set',
    story: 'OP-12 shows the MPIN it set.',
    breaks: ['NO-LEAK'],
    twist: answering(on('OP-12'), (answer, ask) => withResult(answer, (result) => ({ ...result, pin: field(ask.body, 'mpin') ?? null }))),
  },
  {
    id: 'op1-shows-the-password-of-the-agent',
    story: 'OP-1 shows the password of the agent.',
    breaks: ['NO-LEAK'],
    twist: answering(on('OP-1'), (answer, { bank }) =>
      withResult(answer, (result) => ({ ...result, login: firstOf(bank)?.password ?? '' })),
    ),
  },
  {
    id: 'op11-shows-a-token-of-the-second-agent',
    story: 'OP-11 shows a token of the second agent.',
    breaks: ['NO-LEAK'],
    checks: ['All answers', 'Second agent', 'Served calls'],
    twist: answering(on('OP-11'), (answer, { agent, bank }) => {
      const token = tokenOf(bank, otherOf(bank));
      return agent === firstOf(bank) && token !== '' ? withStatus(answer, { message: `last seen ${token}` }) : answer;
    }),
  },
  {
    id: 'a-refused-token-request-is-told-the-right-password',
    story: 'A refused token request is told the right password.',
    breaks: ['NO-LEAK'],
    checks: ['All answers', 'Token'],
    twist: answering(on('TOKEN'), (answer, { bank }) =>
      answer.status === 200 ? answer : description(answer, `expected ${firstOf(bank)?.password ?? ''}`),
    ),
  },
  {
    id: 'a-refusal-shows-where-the-service-is-written',
    story: 'A refusal shows where the service is written.',
    breaks: [],
    warns: ['NO-STACK-TRACE'],
    twist: answering(
      ({ pathOperation }) => pathOperation?.startsWith('OP-') === true,
      (answer) => (answer.status === 401 ? { ...answer, json: { status: 401, error: 'Unauthorized', trace: javaTrace } } : answer),
    ),
  },
  {
    id: 'the-token-endpoint-shows-the-classes-of-the-service',
    story: 'The token endpoint shows the classes of the service.',
    breaks: [],
    warns: ['NO-STACK-TRACE'],
    twist: answering(on('TOKEN'), (answer) =>
      answer.status === 200 ? answer : description(answer, 'org.springframework.security.authentication.BadCredentialsException'),
    ),
  },
];
