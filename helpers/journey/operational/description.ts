import type { Subject } from '../../../specs/clause.ts';
import { askUntilSteady, createPageStep, isAnswer } from './description-page.ts';
import { parseJsonAnswer } from '../../contract/live/read-document.ts';
import { findDescription, isFound, type FoundDescription } from '../../contract/live/find.ts';
import { readLiveDescription, type LiveDescription } from '../../contract/live/live-description.ts';
import { withoutSlashes } from '../../contract/read/path.ts';
import { collectValidationFacts } from '../../contract/live/validation.ts';
import type { SeenAnswers } from '../../contract/behavior/seen-answers.ts';
import { isHttpAddress } from '../../config/addresses.ts';
import { blocked, createViolationStop, Stop } from '../../judge/stop.ts';
import type { SendResult } from '../../client/send-result.ts';
import type { WireResponse } from '../../core/exchange.ts';
import { compareWithSpecification, type LiveComparison } from '../../contract/live/comparison.ts';
import type { DescriptionReader } from '../../session/description-reader.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { Access } from '../access/access.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Memory } from '../setup/memory.ts';

export interface Description {
  readonly page: Step<void>;
  readonly found: Step<FoundDescription>;
  /** All documents read as one OpenAPI 2.0 description. */
  readonly live: Step<LiveDescription>;
  readonly compared: Step<LiveComparison>;
  readonly seenAnswers: SeenAnswers;
  readonly beside: Step<void>;
}

const toWireResponse = (sent: SendResult): WireResponse | null => (isAnswer(sent) ? sent.exchange.response : null);

/** Asks without a token first: a description seldom needs one. */
const createReader =
  (describing: DescriptionReader, session: Session) =>
  async (address: string): Promise<WireResponse | null> => {
    const ask = (withToken: boolean): Promise<SendResult> =>
      askUntilSteady(session, () => describing.get(address, withToken, 'find the description'));
    const bare = toWireResponse(await ask(false));
    if (bare !== null && parseJsonAnswer(bare) !== undefined) return bare;
    const other = toWireResponse(await ask(true));
    return other?.status === 200 ? other : (bare ?? other);
  };

const isOutage = (error: unknown): error is Stop =>
  error instanceof Stop && error.why.kind === 'blocked' && error.why.cause === 'environment';

const whatToSet = 'set DMT_SWAGGER_URL to its address or file, and DMT_SWAGGER_HEADERS to the headers of a login';

function createFoundStep(describing: DescriptionReader, token: Step<unknown>, page: Step<unknown>): Step<FoundDescription> {
  return step('the description', async (session) => {
    await session.use(token);
    // Its exchange is the evidence when the description is a local file.
    const shown = await session.after(page);
    session.addEvidence(shown.evidence.exchanges);
    const { baseUrl, configured } = describing;
    // Each further address would be waited for in vain. A local file needs no target.
    if (!shown.ok && isOutage(shown.error) && (configured === null || isHttpAddress(configured))) throw shown.error;
    const found = await findDescription({ baseUrl, configured, get: createReader(describing, session) });
    if (isFound(found)) return { ...found, facts: [...found.facts, ...(await collectValidationFacts(found.documents))] };
    const owner = found.configured ? 'configuration' : 'environment';
    throw blocked('description', `no description was found as JSON (${found.tried.join('; ')}): ${whatToSet}`, owner);
  });
}

function createLiveStep({ baseUrl }: DescriptionReader, found: Step<FoundDescription>): Step<LiveDescription> {
  return step('the description as OpenAPI 2.0', async ({ use }) => {
    const { documents } = await use(found);
    const live = readLiveDescription(documents, withoutSlashes(new URL(baseUrl).pathname));
    if (live.description !== null) return live;
    const [first] = documents;
    const expected = 'OpenAPI 2.0, "swagger": "2.0"';
    throw createViolationStop({ clause: 'SWAGGER-FORMAT', expected, received: live.problem, place: first?.source ?? null });
  });
}

function createComparisonStep(found: Step<FoundDescription>, live: Step<LiveDescription>, memory: Memory): Step<LiveComparison> {
  return step('the description and the specification', async ({ use }) => {
    const { documents, facts, unread } = await use(found);
    const { description, skipped } = await use(live);
    const sources = documents.map(({ source }) => source);
    const comparison = { sources, facts, unread, skipped, live: description, findings: compareWithSpecification(description) };
    memory.comparison = comparison;
    return comparison;
  });
}

/** Each path has its own subject, which decides how much of the answer may be kept. */
const createBesideStep = ({ baseUrl, serviceName, get }: DescriptionReader): Step<void> =>
  step('plain reads of other operations', async (session) => {
    const read = (path: string, subject: Subject): Promise<SendResult> =>
      askUntilSteady(session, () => get(baseUrl + path, true, 'compare an answer with the description', subject));
    await Promise.all([
      read('/actuator/health', 'ACTUATOR'),
      read('/error', 'ERROR'),
      read(`/service/${encodeURIComponent(serviceName ?? 'wallet')}`, 'SERVICE'),
    ]);
  });

export function createDescription({ descriptionReader, memory }: Dependencies, { token }: Access): Description {
  const page = createPageStep(descriptionReader, token);
  const found = createFoundStep(descriptionReader, token, page);
  const live = createLiveStep(descriptionReader, found);
  return {
    page,
    found,
    live,
    compared: createComparisonStep(found, live, memory),
    seenAnswers: descriptionReader.seenAnswers,
    beside: createBesideStep(descriptionReader),
  };
}
