import type { Agent, Token } from '../../state/store.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import {
  headerText,
  bodyText,
  findMobile,
  findSender,
  findSentChallenge,
  isWellFormedOn,
  lastSegment,
  requestedSession,
  sentOtp,
  withBody,
  withSession,
  withTokenForm,
  readTokenForm,
  withClientCredentials,
  withQuery,
  userInPath,
  findPayer,
  withValidConsent,
} from '../../twists/requests.ts';
import { API_CODES } from '../../http/codes.ts';
import { successResponse } from '../../http/responses.ts';
import { apiCode, isBusiness, changeRequest, combine, on, respondWith, type When } from '../../twists/twists.ts';
import { allOf, onlyWhen } from '../../twists/circumstances.ts';
import { firstAgent } from '../../twists/agents.ts';
import { acceptSimilarToken, acceptWithoutToken, hasNoValidToken } from '../access/tokens.ts';
import { acceptWrongLogin, findRightPassword, sentClient, withRightPassword } from '../access/token-endpoint.ts';
import { changeOtp, isWrongMpinOn, isWrongOtpOn } from '../consent/wrong-otp.ts';
import { foreignPaid, withNewSession } from '../transfer/sessions-and-payees.ts';
import { faultTable } from '../table.ts';

/** Compares what was sent with what is right, as a careless service does. */
type Alike = (sent: string, right: string) => boolean;

const byPrefix: Alike = (sent, right) => sent.length >= 3 && sent !== right && right.startsWith(sent);
const continued: Alike = (sent, right) => right !== '' && sent !== right && sent.startsWith(right);
const inAnyCase: Alike = (sent, right) => sent !== right && sent.toLowerCase() === right.toLowerCase();
const byLastFour: Alike = (sent, right) => sent !== right && sent.length >= 4 && sent.slice(-4) === right.slice(-4);
const sortDigits = (code: string): string => Array.from(code).sort().join('');
const inAnyOrder: Alike = (sent, right) => sent !== right && sortDigits(sent) === sortDigits(right);
/** Alike but for the digit at that place. */
const butFor =
  (placeOf: (code: string) => number): Alike =>
  (sent, right) =>
    sent !== right && sent.length === right.length && Array.from(sent).every((digit, at) => digit === right[at] || at === placeOf(right));
const byFirstFour: Alike = (sent, right) => sent !== right && sent.length >= 4 && sent.slice(0, 4) === right.slice(0, 4);
const passwordAlike = (alike: Alike): Twist =>
  acceptWrongLogin((request) => alike(readTokenForm(request).get('password') ?? '', findRightPassword(request)), withRightPassword);

const clientAlike = (alike: Alike): Twist =>
  acceptWrongLogin(
    (request) => sentClient(request)[0] === request.store.client.id && alike(sentClient(request)[1] ?? '', request.store.client.password),
    withClientCredentials,
  );

/** The client id that is nearly right, with the right password. */
const clientIdAlike = (alike: Alike): Twist =>
  acceptWrongLogin(
    (request) => sentClient(request)[1] === request.store.client.password && alike(sentClient(request)[0] ?? '', request.store.client.id),
    withClientCredentials,
  );

/** The password of the agent whose name begins that of the request. */
const takeContinuedName: Twist = acceptWrongLogin(
  (request) => findContinuedAgent(request) !== undefined,
  (request) =>
    withTokenForm(request, (form) => {
      form.set('username', findContinuedAgent(request)?.id ?? '');
    }),
);

function findContinuedAgent(request: ServiceRequest): Agent | undefined {
  const name = readTokenForm(request).get('username') ?? '';
  const sent = readTokenForm(request).get('password');
  return [...request.store.agents.values()].find(({ id, password }) => continued(name, id) && password === sent);
}

/** The password of any agent, under a name that is none. */
const takeUnknownName: Twist = acceptWrongLogin(
  (request) => {
    const name = readTokenForm(request).get('username') ?? '';
    const sent = readTokenForm(request).get('password');
    return !request.store.agents.has(name) && [...request.store.agents.values()].some(({ password }) => password === sent);
  },
  (request) =>
    withTokenForm(request, (form) => {
      form.set('username', [...request.store.agents.values()].find(({ password }) => password === form.get('password'))?.id ?? '');
    }),
);

const logins = [
  ...faultTable({ prefix: 'near-miss-', breaks: ['TOKEN-REFUSES-WRONG-CREDENTIALS'] }, [
    { does: 'An unknown username gets in with a right password.', twist: takeUnknownName },
    {
      does: 'The client id is not compared.',
      twist: acceptWrongLogin((request) => sentClient(request)[1] === request.store.client.password, withClientCredentials),
    },
    { does: 'The first characters of an agent password are enough.', twist: passwordAlike(byPrefix) },
    { does: 'An agent password may go on.', twist: passwordAlike(continued) },
    { does: 'An agent password is compared ignoring case.', twist: passwordAlike(inAnyCase) },
    {
      does: 'The password of one agent opens every other.',
      twist: acceptWrongLogin(
        (request) => [...request.store.agents.values()].some(({ password }) => password === readTokenForm(request).get('password')),
        withRightPassword,
      ),
    },
    { does: 'The first characters of the client password are enough.', twist: clientAlike(byPrefix) },
    { does: 'The client password may go on.', twist: clientAlike(continued) },
    { does: 'The client password is compared ignoring case.', twist: clientAlike(inAnyCase) },
    { does: 'A client id may go on.', twist: clientIdAlike(continued) },
    { does: 'A username may go on.', twist: takeContinuedName },
    { does: 'An empty client password is right.', twist: clientAlike((sent) => sent === '') },
  ]),
  ...faultTable({ prefix: 'near-miss-' }, [
    {
      breaks: ['TOKEN-REFUSES-MISSING-BASIC'],
      does: 'A Bearer token stands for the client credentials.',
      twist: acceptWrongLogin((request) => headerText(request, 'authorization').startsWith('Bearer '), withClientCredentials),
    },
    {
      warns: ['TOKEN-REFUSES-WRONG-GRANT'],
      does: 'A grant type is compared ignoring case.',
      twist: acceptWrongLogin(
        (request) => inAnyCase(readTokenForm(request).get('grant_type') ?? '', 'password'),
        (request) =>
          withTokenForm(request, (form) => {
            form.set('grant_type', 'password');
          }),
      ),
    },
  ]),
  ...faultTable({ prefix: 'near-miss-', breaks: ['TOKEN-REFUSES-WRONG-GRANT'] }, [
    {
      does: 'Any grant but those that OAuth knows is taken for the password grant.',
      twist: acceptWrongLogin(
        (request) =>
          !['', 'client_credentials', 'refresh_token', 'authorization_code'].includes(readTokenForm(request).get('grant_type') ?? ''),
        (request) =>
          withTokenForm(request, (form) => {
            form.set('grant_type', 'password');
          }),
      ),
    },
  ]),
];

const basicOf = (name: string, password: string): string => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

const sentAuthorization =
  (right: (request: ServiceRequest) => readonly string[]): When =>
  (request) =>
    hasNoValidToken(request) && right(request).includes(headerText(request, 'authorization'));

const sentToken = (request: ServiceRequest): Token | undefined =>
  request.store.tokens.get(headerText(request, 'authorization').replace(/^Bearer /, ''));

const tokens = faultTable({ prefix: 'near-miss-', breaks: ['AUTH-401'] }, [
  {
    does: 'The Basic credentials of the client are taken on business calls.',
    twist: acceptWithoutToken(sentAuthorization(({ store }) => [basicOf(store.client.id, store.client.password)])),
  },
  { does: 'A token without its last character is taken.', twist: acceptSimilarToken((sent, issued) => sent === issued.slice(0, -1)) },
  { does: 'A token is compared ignoring case.', twist: acceptSimilarToken(inAnyCase) },
  { does: 'A token with something behind it is taken.', twist: acceptSimilarToken((sent, issued) => sent.startsWith(issued)) },
  {
    does: 'An expired token is taken.',
    policy: { token: { lifetimeSeconds: 3 } },
    twist: changeRequest(
      (request) => hasNoValidToken(request) && sentToken(request) !== undefined,
      (request) => {
        const token = sentToken(request);
        if (token !== undefined) token.expiresAt = request.clock.now() + 1000;
        return { ...request, agent: token?.agent };
      },
    ),
  },
]);

const consenting = ['OP-4', 'OP-6', 'OP-7', 'OP-9', 'OP-12'];

const codeAlike = (alike: Alike, ...operations: string[]): Twist =>
  changeRequest(
    (request) => {
      const challenge = on(...operations)(request) ? findSentChallenge(request) : undefined;
      return challenge !== undefined && challenge.mobile === findMobile(request) && alike(sentOtp(request)?.otp ?? '', challenge.code);
    },
    (request) => changeOtp(request, (sent) => ({ ...sent, otp: findSentChallenge(request)?.code ?? sent.otp })),
  );

/** A code of test systems that is still taken. */
const takeCode = (code: string): Twist =>
  changeRequest(
    (request) => sentOtp(request)?.otp === code && isWrongOtpOn('OP-4', 'OP-6', 'OP-7', 'OP-9', 'OP-12')(request),
    (request) => changeOtp(request, (sent) => ({ ...sent, otp: findSentChallenge(request)?.code ?? sent.otp })),
  );

/** Two wrongs make a right. */
const takeTwoWrongs = (operation: string): Twist =>
  changeRequest((request) => isWrongOtpOn(operation)(request) && isWrongMpinOn(operation)(request), withValidConsent);

const mpinAlike = (alike: Alike, ...operations: string[]): Twist =>
  changeRequest(
    (request) => isWrongMpinOn(...operations)(request) && alike(sentOtp(request)?.mpin ?? '', findSender(request)?.mpin ?? ''),
    (request) => changeOtp(request, (sent) => ({ ...sent, mpin: findSender(request)?.mpin })),
  );

/** A challenge of which one wrong code was refused is over, and never compared again. */
const believeSecondTry: Twist = (right) => {
  const refused = new Set<string>();
  return async (request) => {
    const state = sentOtp(request)?.state.toLowerCase() ?? '';
    const isSecond = refused.has(state);
    const response = await right(
      isSecond ? changeOtp(request, (sent) => ({ ...sent, otp: findSentChallenge(request)?.code ?? '' })) : request,
    );
    if (apiCode(response) === API_CODES.wrongOtpOrMpin) refused.add(state);
    return response;
  };
};

const hasRightMpinOn =
  (operation: string): When =>
  (request) => {
    const mpin = isWellFormedOn(operation)(request) ? findSender(request)?.mpin : undefined;
    return mpin !== undefined && sentOtp(request)?.mpin === mpin;
  };

/** A challenge that was answered once is taken for answered. */
const isUsed: When = (request) =>
  isWrongOtpOn(...consenting)(request) &&
  findSentChallenge(request)?.revoked === true &&
  findSentChallenge(request)?.mobile === findMobile(request);

const hasMpinForOtp: When = (request) => {
  const mpin = isWrongOtpOn('OP-6', 'OP-7', 'OP-9')(request) ? findSender(request)?.mpin : undefined;
  return mpin !== undefined && sentOtp(request)?.otp === mpin;
};

const hasOlderCode: When = (request) => {
  const otp = isWrongOtpOn(...consenting)(request) ? sentOtp(request)?.otp : undefined;
  const mobile = findSentChallenge(request)?.mobile;
  return otp !== undefined && [...request.store.challenges.values()].some((each) => each.mobile === mobile && each.code === otp);
};

const codes = faultTable({ prefix: 'near-miss-', breaks: ['CODE-4170'] }, [
  { does: 'A code that was right once lets any code pass with its state.', twist: changeRequest(isUsed, withValidConsent) },
  { does: 'The MPIN is taken in place of the OTP.', twist: changeRequest(hasMpinForOtp, withValidConsent) },
  { does: 'The last four digits of an OTP count.', twist: codeAlike(byLastFour, ...consenting) },
  { does: 'An OTP with digits behind it is right.', twist: codeAlike(continued, ...consenting) },
  { does: 'The first digits of an OTP are enough to pay.', twist: codeAlike(byPrefix, 'OP-9') },
  { does: 'OP-9 compares an OTP as a number.', twist: codeAlike((sent, right) => Number(sent) === Number(right), 'OP-9') },
  { does: 'OP-9 compares the last four digits of an OTP.', twist: codeAlike(byLastFour, 'OP-9') },
  { does: 'OP-12 takes an OTP with digits behind it.', twist: codeAlike(continued, 'OP-12') },
  { does: 'OP-7 compares the first four digits of an OTP.', twist: codeAlike(byFirstFour, 'OP-7') },
  { does: 'The first digits of an MPIN are not compared.', twist: mpinAlike(byLastFour, ...consenting) },
  { does: 'OP-9 takes an MPIN with digits behind it.', twist: mpinAlike(continued, 'OP-9') },
  { does: 'OP-9 takes the beginning of an MPIN.', twist: mpinAlike(byPrefix, 'OP-9') },
  { does: 'Every OTP may be 123456.', twist: takeCode('123456') },
  { does: 'Every OTP may be 000000.', twist: takeCode('000000') },
  { does: 'OP-9 takes a wrong OTP beside a wrong MPIN.', twist: takeTwoWrongs('OP-9') },
  {
    does: 'OP-9 does not compare the last digit of an OTP.',
    twist: codeAlike(
      butFor((code) => code.length - 1),
      'OP-9',
    ),
  },
  {
    does: 'OP-12 does not compare the digit in the middle of an OTP.',
    twist: codeAlike(
      butFor((code) => Math.floor(code.length / 2)),
      'OP-12',
    ),
  },
  {
    does: 'OP-6 does not compare the first digit of an OTP.',
    twist: codeAlike(
      butFor(() => 0),
      'OP-6',
    ),
  },
  { does: 'OP-4 takes the digits of an OTP in any order.', twist: codeAlike(inAnyOrder, 'OP-4') },
  { does: 'OP-7 takes the digits of an OTP in any order.', twist: codeAlike(inAnyOrder, 'OP-7') },
  { does: 'A second wrong code of a challenge is believed.', twist: believeSecondTry },
  {
    id: 'any-code-of-the-mobile',
    does: 'Any code that the mobile was ever sent is right with any state of that mobile.',
    twist: changeRequest(hasOlderCode, withValidConsent),
  },
  {
    does: 'OP-9 takes any OTP beside the right MPIN.',
    twist: changeRequest(hasRightMpinOn('OP-9'), (request) =>
      changeOtp(request, (sent) => ({ ...sent, otp: findSentChallenge(request)?.code ?? sent.otp })),
    ),
  },
]);

/** The session and the consent are of one sender, and `from` is another of the same agent. */
const hasForeignFrom: When = (request) => {
  const payer = findPayer(request);
  const sender = request.store.sessions.get(requestedSession(request))?.sender;
  const isForeign = payer !== undefined && sender !== undefined && payer !== sender && payer.agent === sender.agent;
  return isWellFormedOn('OP-9')(request) && isForeign && findSentChallenge(request)?.mobile === sender.mobile;
};

const sessionOwner = (request: ServiceRequest): string => request.store.sessions.get(requestedSession(request))?.sender.tagId ?? '';

const knownBy = (ids: Iterable<string>, alike: Alike, sent: string): string => [...ids].find((id) => alike(sent, id)) ?? sent;

const sendsCode =
  (code: string): When =>
  (request) =>
    sentOtp(request)?.otp === code;

const differsInTheEnd: Alike = (sent, right) => sent !== right && sent.slice(0, -1) === right.slice(0, -1);

const findSimilarState = (request: ServiceRequest): string | undefined => {
  const sent = sentOtp(request)?.state.toLowerCase() ?? '';
  return [...request.store.challenges.keys()].find((state) => differsInTheEnd(sent, state));
};

const masterCodes = faultTable({ prefix: 'near-miss-', breaks: ['CODE-4170'] }, [
  { does: 'OP-6 takes six zeros for any code.', twist: changeRequest(allOf(isWrongOtpOn('OP-6'), sendsCode('000000')), withValidConsent) },
  {
    does: 'OP-9 takes 123456 for any code from the bank.',
    twist: changeRequest(
      allOf(isWrongOtpOn('OP-9'), sendsCode('123456'), (request) => findPayer(request)?.paymentSource === 'bank'),
      withValidConsent,
    ),
  },
]);

const states = faultTable(
  { prefix: 'near-miss-', breaks: ['CONSENT-STATE-UNKNOWN'] },
  consenting.map((operation) => ({
    does: `${operation} does not compare the end of a state.`,
    twist: changeRequest(
      (request) => on(operation)(request) && findSentChallenge(request) === undefined && findSimilarState(request) !== undefined,
      (request) => changeOtp(request, (sent) => ({ ...sent, state: findSimilarState(request) ?? sent.state })),
    ),
  })),
);

const ids = faultTable({ prefix: 'near-miss-' }, [
  {
    breaks: ['OP9-FOREIGN-SENDER'],
    does: 'The sender in from pays, whoever consented.',
    twist: onlyWhen(
      hasForeignFrom,
      combine(
        foreignPaid,
        changeRequest(on('OP-9'), (request) => withValidConsent(withNewSession(request))),
      ),
    ),
  },
  {
    breaks: ['OP9-FOREIGN-SENDER'],
    does: 'The sender in from pays its own beneficiary, whoever consented.',
    twist: onlyWhen(
      allOf(hasForeignFrom, (request) => findPayer(request)?.beneficiaries.has(Number(bodyText(request, 'to'))) === true),
      changeRequest(on('OP-9'), (request) => withValidConsent(withNewSession(request))),
    ),
  },
  {
    breaks: ['OP9-FOREIGN-SENDER'],
    does: 'The sender of the session pays, whoever is in from.',
    twist: onlyWhen(
      hasForeignFrom,
      combine(
        foreignPaid,
        changeRequest(on('OP-9'), (request) => withBody(request, (body) => ({ ...body, from: sessionOwner(request) }))),
      ),
    ),
  },
  {
    breaks: ['OP10-UNKNOWN-ID'],
    does: 'OP-10 finds a transfer by its invoice.',
    twist: changeRequest(isWellFormedOn('OP-10'), (request) => {
      const found = request.store.invoices.get(lastSegment(request));
      return found === undefined ? request : { ...request, path: request.path.replace(lastSegment(request), found.correlationId) };
    }),
  },
  {
    breaks: ['OP10-UNKNOWN-ID'],
    does: 'OP-10 finds a transfer by the start of its correlationId.',
    twist: changeRequest(isWellFormedOn('OP-10'), (request) => {
      const known = [...request.store.transfers.values()].map(({ correlationId }) => correlationId);
      const found = known.includes(lastSegment(request)) ? lastSegment(request) : knownBy(known, continued, lastSegment(request));
      return { ...request, path: request.path.replace(lastSegment(request), found) };
    }),
  },
  {
    breaks: ['OP9-UNKNOWN-SESSION'],
    does: 'The last characters of a transfer session are not compared.',
    twist: changeRequest(
      (request) => isWellFormedOn('OP-9')(request) && !request.store.sessions.has(requestedSession(request)),
      (request) => withSession(request, knownBy(request.store.sessions.keys(), differsInTheEnd, requestedSession(request))),
    ),
  },
  {
    breaks: ['OP14-UNKNOWN-SESSION'],
    does: 'The last characters of a balance session are not compared.',
    twist: changeRequest(
      (request) => isWellFormedOn('OP-14')(request) && !request.store.sessions.has(requestedSession(request)),
      (request) => withSession(request, knownBy(request.store.sessions.keys(), differsInTheEnd, requestedSession(request))),
    ),
  },
  {
    breaks: ['REFUSAL-UNKNOWN-SENDER'],
    does: 'OP-5 does not compare the last characters of a tag.',
    twist: changeRequest(
      (request) => isWellFormedOn('OP-5')(request) && userInPath(request) === undefined,
      (request) => ({
        ...request,
        path: request.path.replace(
          lastSegment(request),
          knownBy(request.store.users.keys(), differsInTheEnd, lastSegment(request).toLowerCase()),
        ),
      }),
    ),
  },
  {
    breaks: ['REFUSAL-UNKNOWN-SUB-AGENT'],
    does: 'OP-14 does not compare the last characters of the tag of a sub-agent.',
    twist: changeRequest(
      (request) => isWellFormedOn('OP-14')(request) && !request.store.users.has((request.query.get('subAgentTagId') ?? '').toLowerCase()),
      (request) =>
        withQuery(
          request,
          'subAgentTagId',
          knownBy(request.store.users.keys(), differsInTheEnd, (request.query.get('subAgentTagId') ?? '').toLowerCase()),
        ),
    ),
  },
]);

const openPaths = faultTable({ prefix: 'near-miss-', breaks: ['AUTH-401'] }, [
  {
    does: 'A path with a slash behind it asks for no token.',
    twist: respondWith(
      ({ path }) => path.endsWith('/balance/agent/'),
      ({ policy }) => successResponse(policy, [{ walletType: 'MAIN_WALLET', walletBalance: 100 }]),
    ),
  },
]);

const schemes = faultTable({ prefix: 'near-miss-', breaks: ['AUTH-401'] }, [
  {
    does: "The agent's own name and password are taken as Basic credentials.",
    twist: acceptWithoutToken(
      allOf(
        isBusiness,
        sentAuthorization(({ store }) =>
          [firstAgent(store)].flatMap((agent) => (agent === undefined ? [] : [basicOf(agent.id, agent.password)])),
        ),
      ),
    ),
  },
]);

export const nearMissFaults = [...logins, ...tokens, ...codes, ...masterCodes, ...states, ...ids, ...openPaths, ...schemes];
