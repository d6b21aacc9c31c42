import { faultTable } from '../table.ts';
import { sentCode } from '../../twists/requests.ts';
import type { Answer, Ask } from '../../http/exchange.ts';
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
export const secretFaults = [
  ...faultTable({ breaks: ['NO-LEAK'] }, [
    { does: 'OP-3 hands out the code itself.', twist: answering(on('OP-3'), codeBeside) },
    { does: 'OP-3 hands out a code of four digits.', policy: { consent: { codeDigits: 4 } }, twist: answering(on('OP-3'), codeBeside) },
    {
      does: 'OP-6 repeats the OTP in its message.',
      twist: answering(on('OP-6'), (answer, ask) =>
        codeOf(answer) === 2000 ? withStatus(answer, { message: `OTP ${otpOf(ask)} ok` }) : answer,
      ),
    },
    {
      id: 'a-wrong-code-is-told-the-right-one',
      does: 'Whoever sends a wrong code is told the right one.',
      twist: answering(on('OP-4', 'OP-6', 'OP-7', 'OP-9', 'OP-12'), (answer, ask) =>
        codeOf(answer) === 4170 ? withStatus(answer, { message: `not ${rightCodeOf(ask)}` }) : answer,
      ),
    },
    {
      does: 'OP-12 shows the MPIN it set.',
      twist: answering(on('OP-12'), (answer, ask) => withResult(answer, (result) => ({ ...result, pin: field(ask.body, 'mpin') ?? null }))),
    },
    {
      does: 'OP-1 shows the password of the agent.',
      twist: answering(on('OP-1'), (answer, { bank }) =>
        withResult(answer, (result) => ({ ...result, login: firstOf(bank)?.password ?? '' })),
      ),
    },
    {
      does: 'OP-11 shows a token of the second agent.',
      checks: ['All answers', 'Second agent', 'Served calls'],
      twist: answering(on('OP-11'), (answer, { agent, bank }) => {
        const token = tokenOf(bank, otherOf(bank));
        return agent === firstOf(bank) && token !== '' ? withStatus(answer, { message: `last seen ${token}` }) : answer;
      }),
    },
    {
      does: 'A refused token request is told the right password.',
      checks: ['All answers', 'Token'],
      twist: answering(on('TOKEN'), (answer, { bank }) =>
        answer.status === 200 ? answer : description(answer, `expected ${firstOf(bank)?.password ?? ''}`),
      ),
    },
  ]),
  ...faultTable({}, [
    {
      warns: ['NO-STACK-TRACE'],
      does: 'A refusal shows where the service is written.',
      twist: answering(
        ({ pathOperation }) => pathOperation?.startsWith('OP-') === true,
        (answer) => (answer.status === 401 ? { ...answer, json: { status: 401, error: 'Unauthorized', trace: javaTrace } } : answer),
      ),
    },
    {
      warns: ['NO-STACK-TRACE'],
      does: 'The token endpoint shows the classes of the service.',
      twist: answering(on('TOKEN'), (answer) =>
        answer.status === 200 ? answer : description(answer, 'org.springframework.security.authentication.BadCredentialsException'),
      ),
    },
  ]),
];
