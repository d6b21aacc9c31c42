import { findRedirectTarget } from '../../client/http/redirect.ts';
import type { SendResult } from '../../client/send-result.ts';
import type { WireResponse } from '../../core/exchange.ts';
import { isGatewayStatus } from '../../core/gateway-statuses.ts';
import { classifyAnswer, type Deviation } from '../../core/records/deviation.ts';
import { repeat } from '../../core/repeat.ts';
import { blocked, createViolationStop, type Stop } from '../../judge/stop.ts';
import { mostFailures } from '../../session/breaker.ts';
import type { DescriptionReader } from '../../session/description-reader.ts';
import { retryGrowth } from '../../session/retry.ts';
import { type Session, step, type Step } from '../../session/session.ts';

const place = 'GET /swagger-ui.html';
const expected = 'HTTP 200 with a page of HTML';

type Answer = Extract<SendResult, { kind: 'reply' }>;

export const isAnswer = (sent: SendResult): sent is Answer => sent.kind === 'reply';
const isSteady = (sent: SendResult): boolean =>
  sent.kind !== 'trouble' && !(isAnswer(sent) && isGatewayStatus(sent.exchange.response.status));

/** Nothing was sent again, because the address does not answer. */
const isSameTrouble = (sent: SendResult, before: SendResult | null): boolean =>
  sent.kind === 'trouble' && before?.kind === 'trouble' && sent.exchange === before.exchange;

/** Asks again while the environment may have sent the answer. */
export async function askUntilSteady(session: Session, ask: () => Promise<SendResult>): Promise<SendResult> {
  let asked = 0;
  let lost: SendResult | null = null;
  const askOnce = async (): Promise<SendResult> => {
    const sent = await ask();
    asked += 1;
    if (sent.kind === 'reply' || sent.kind === 'trouble') session.evidence.exchanges.add(sent.exchange.id);
    return sent;
  };
  return repeat(await askOnce(), askOnce, {
    growth: retryGrowth,
    isEnough: isSteady,
    pauseFor: (due, sent) => {
      if (asked === mostFailures || isSameTrouble(sent, lost)) return null;
      lost = sent;
      return due;
    },
  });
}

/** A login, on this host or another, counts like a 401. The base path itself may hold such a word. */
function isLogin({ hostname, pathname }: URL, baseUrl: string): boolean {
  const base = new URL(baseUrl);
  return hostname !== base.hostname || /login|signin|sso|saml|oauth|authori[sz]e/i.test(pathname.replace(base.pathname, '/'));
}

const mostHops = 10;

/** The last answer, and where it leads when it is one more redirect: to a login, or in a circle. */
interface Landing {
  readonly sent: SendResult;
  readonly target: URL | null;
}

/** A page may be served under another address of the same host. */
async function followRedirects({ baseUrl, get }: DescriptionReader, session: Session, withToken: boolean): Promise<Landing> {
  let address = `${baseUrl}/swagger-ui.html`;
  for (let hop = 0; ; hop += 1) {
    const sent = await askUntilSteady(session, () => get(address, withToken, 'read the page of the description'));
    const target = isAnswer(sent) ? findRedirectTarget(sent.exchange.response, address) : null;
    if (target === null || hop === mostHops || isLogin(target, baseUrl)) return { sent, target };
    address = target.href;
  }
}

const isClosed = ({ sent, target }: Landing, baseUrl: string): boolean =>
  isAnswer(sent) && ([401, 403].includes(sent.exchange.response.status) || (target !== null && isLogin(target, baseUrl)));

/** Judged by what it holds: a browser needs no media type to show a page. */
function isPage({ body }: WireResponse): boolean {
  const text = body.encoding === 'utf8' ? body.text : Buffer.from(body.text, 'base64').toString('latin1');
  return /<(!doctype\s+html|html|head|body|title|frameset|script|div)\b/i.test(text);
}

const buildLoginStop = (received: string): Stop =>
  blocked(
    'description-login',
    `${place} is behind a login: it answered ${received}; set DMT_SWAGGER_HEADERS to the headers of that login`,
    'environment',
  );

const createPageViolation = (received: string, exchange: string, deviation: Deviation): Stop =>
  createViolationStop({ clause: 'SWAGGER-UI-SERVED', expected, received, place, exchange, deviation });

/** Reading 6: trouble that the environment may have caused is judged only while plain reads succeed. */
async function buildPageStop(describing: DescriptionReader, received: string, at: string, status: number | null = null): Promise<Stop> {
  if (await describing.controlsSucceed()) return createPageViolation(received, at, classifyAnswer({ status }));
  return blocked('environment', `${place} received ${received} (DMT_BASE_URL), which the environment may have caused`, 'environment');
}

const describeContent = ({ body }: WireResponse): string => (body.text === '' ? 'HTTP 200 without content' : 'HTTP 200 with no HTML');

function judgePage({ id, response }: Answer['exchange']): void {
  if (isPage(response)) return;
  const deviation = response.body.text === '' ? 'missing' : 'format';
  throw createPageViolation(describeContent(response), id, deviation);
}

/** Without a token nothing of the service can be judged, and only the first such stop gives the cause. */
export function createPageStep(describing: DescriptionReader, token: Step<unknown>): Step<void> {
  return step('the page of the description', async (session) => {
    await session.use(token);
    const bare = await followRedirects(describing, session, false);
    const second = isClosed(bare, describing.baseUrl) ? await followRedirects(describing, session, true) : bare;
    const landing = isAnswer(second.sent) ? second : bare;
    const { sent } = landing;
    if (sent.kind === 'trouble') throw await buildPageStop(describing, `no answer: ${sent.exchange.trouble.message}`, sent.exchange.id);
    if (!isAnswer(sent)) throw blocked('description-page', `${place} could not be requested`, 'configuration');
    const { id, response } = sent.exchange;
    const { status } = response;
    const received = `HTTP ${status}`;
    if (status === 200) {
      judgePage(sent.exchange);
      return;
    }
    if (isClosed(landing, describing.baseUrl)) throw buildLoginStop(received);
    if (status >= 500 || isGatewayStatus(status)) throw await buildPageStop(describing, received, id, status);
    throw createPageViolation(received, id, classifyAnswer({ status }));
  });
}
