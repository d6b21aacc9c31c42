import { faultTable } from '../table.ts';
import { json, plain, refused, text } from '../../http/responses.ts';
import { mobileOf, otherAgent, sentCode, textIn } from '../../twists/requests.ts';
import type { Answer, Ask, Twist } from '../../http/exchange.ts';
import { field, isObject, type Json } from '../../http/json.ts';
import { answering, business, codeOf, on, resultOf, succeeded, withResult, withStatus } from '../../twists/twists.ts';

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The code behind a state. */
const codeBehind = ({ bank }: Ask, state: string): string => bank.challenges.get(state.toLowerCase())?.code ?? '';

const told = (operation: string, change: (answer: Answer, ask: Ask) => Answer): Twist =>
  answering(on(operation), (answer, ask) => (succeeded(answer) ? change(answer, ask) : answer));

const withExtra = (answer: Answer, extra: Record<string, Json>): Answer => withResult(answer, (result) => ({ ...result, ...extra }));

const issuedCode = (answer: Answer, ask: Ask): string => codeBehind(ask, textOf(field(resultOf(answer), 'state')));

/** Beside the envelope, for results that are no object. */
const beside = (answer: Answer, extra: Record<string, Json>): Answer =>
  isObject(answer.json) ? { ...answer, json: { ...answer.json, ...extra } } : answer;

const otherToken = (ask: Ask): string => [...ask.bank.tokens.values()].find(({ agent }) => agent === otherAgent(ask))?.value ?? '';

const TRACE = `java.lang.NullPointerException: Cannot invoke "java.lang.String.length()" because "payload" is null
\tat com.example.dmt.api.SenderController.read(SenderController.java:112)
\tat com.example.dmt.api.SenderController$$FastClassBySpringCGLIB$$1.invoke(<generated>)
\tat java.base/java.lang.Thread.run(Thread.java:829)
Caused by: java.lang.IllegalStateException: no payload
\t... 42 more`;

/** Answers that hold what is nobody else's business. */
export const leakFaults = [
  ...faultTable({ breaks: ['NO-LEAK'] }, [
    {
      id: 'otp-beside-its-state',
      does: 'OP-3 answers the code beside the state.',
      twist: told('OP-3', (answer, ask) => withExtra(answer, { otp: issuedCode(answer, ask) })),
    },
    {
      id: 'otp-as-a-number',
      does: 'OP-3 answers the code as a number in a debug object.',
      twist: told('OP-3', (answer, ask) => withExtra(answer, { debug: { value: Number(issuedCode(answer, ask)) } })),
    },
    {
      id: 'otp-in-a-remark',
      does: 'OP-4 says in its message by which code the user was tagged.',
      twist: told('OP-4', (answer, ask) => withStatus(answer, { message: `tagged with ${sentCode(ask)?.otp ?? 'none'}` })),
    },
    {
      id: 'wrong-otp-told-the-right-one',
      does: 'The refusal of a wrong code names the right one.',
      twist: answering(
        (ask) => mobileOf(ask) !== undefined,
        (answer, ask) =>
          codeOf(answer) === 4170
            ? withStatus(answer, { message: `expected ${codeBehind(ask, sentCode(ask)?.state ?? '')}, got another` })
            : answer,
      ),
    },
    {
      id: 'mpin-echoed',
      does: 'OP-12 answers the MPIN it was sent.',
      twist: told('OP-12', (answer, ask) => withExtra(answer, { mpin: textIn(ask, 'mpin') })),
    },
    {
      id: 'mpin-in-message',
      does: 'OP-12 says in its message which MPIN was set.',
      twist: told('OP-12', (answer, ask) => withStatus(answer, { message: `mpin set to ${textIn(ask, 'mpin')}` })),
    },
    {
      id: 'mpin-in-sender-detail',
      does: 'OP-6 shows the MPIN of a sender.',
      twist: told('OP-6', (answer, ask) => {
        const mpin = ask.bank.users.get(ask.path.split('/').at(-1)?.toLowerCase() ?? '')?.mpin;
        return mpin === undefined ? answer : withExtra(answer, { secondFactor: mpin });
      }),
    },
    {
      id: 'agent-password-beside-balance',
      does: "OP-15 shows the agent's password.",
      twist: told('OP-15', (answer, { agent }) => beside(answer, { account: { login: agent?.id ?? '', secret: agent?.password ?? '' } })),
    },
    {
      id: 'client-password-in-description',
      does: 'OP-2 shows the password of the client.',
      twist: told('OP-2', (answer, { bank }) => beside(answer, { client: bank.client.password })),
    },
    {
      id: 'foreign-token-beside-status',
      does: "OP-1 shows another agent's token.",
      checks: ['All answers', 'Second agent', 'Served calls'],
      twist: told('OP-1', (answer, ask) => (otherToken(ask) === '' ? answer : withExtra(answer, { lastSession: otherToken(ask) }))),
    },
    {
      id: 'password-in-token-answer',
      does: 'The token answer repeats the password.',
      twist: answering(on('TOKEN'), (answer, ask) =>
        isObject(answer.json) && answer.status === 200
          ? {
              ...answer,
              json: { ...answer.json, credentials: new URLSearchParams(Buffer.from(ask.raw).toString('utf8')).get('password') ?? '' },
            }
          : answer,
      ),
    },
    {
      id: 'password-in-unauthorized',
      does: "The 401 to an unknown token names the first agent's credentials.",
      twist: answering(business, (answer, { bank }) => {
        const [agent] = bank.agents.values();
        return answer.status === 401 ? json(401, { error: 'unauthorized', hint: `${agent?.id ?? ''}:${agent?.password ?? ''}` }) : answer;
      }),
    },
  ]),
  ...faultTable({ warns: ['NO-STACK-TRACE'] }, [
    {
      id: 'stack-trace-in-400',
      does: 'HTTP 400 comes with a stack trace.',
      twist: answering(business, (answer) => (answer.status === 400 ? text(400, 'text/plain', TRACE) : answer)),
    },
    {
      id: 'stack-trace-in-json',
      does: 'HTTP 415 comes with a stack trace in a framework body.',
      twist: answering(
        ({ pathOperation }) => pathOperation?.startsWith('OP-') === true,
        (answer, ask) => {
          const usual = plain(ask, 415).json;
          return answer.status === 415 && isObject(usual) ? json(415, { ...usual, trace: TRACE }) : answer;
        },
      ),
    },
    {
      id: 'stack-trace-in-message',
      does: 'A lookup that finds nothing shows a stack trace as its message.',
      twist: answering(business, (answer) => (codeOf(answer) === 4040 ? withStatus(answer, { message: TRACE }) : answer)),
    },
    {
      id: 'class-name-in-message',
      does: 'A lookup that finds nothing names the exception class.',
      twist: answering(business, (answer, ask) =>
        codeOf(answer) === 4040 ? refused(ask, 4040, 'com.example.dmt.service.exception.TransferNotFoundException') : answer,
      ),
    },
    {
      id: 'stack-trace-in-token-refusal',
      does: 'The token endpoint refuses with a stack trace.',
      twist: answering(on('TOKEN'), (answer) =>
        answer.status >= 400 ? json(answer.status, { error: 'invalid_grant', trace: TRACE }) : answer,
      ),
    },
  ]),
  ...faultTable({}, [
    {
      id: 'otp-in-its-message',
      breaks: ['NO-LEAK', 'OP3-MESSAGE-KEY'],
      does: 'OP-3 tells the code in its message.',
      twist: told('OP-3', (answer, ask) => withStatus(answer, { message: `otp.sent.successfully: ${issuedCode(answer, ask)}` })),
    },
  ]),
];
