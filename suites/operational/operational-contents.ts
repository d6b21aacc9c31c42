import { judgeContent, type OperationalAnswer } from '../../helpers/judge/operational.ts';
import type { SchemaFinding } from '../../helpers/judge/schema/findings.ts';
import { createMust } from '../../helpers/judge/must.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import { notApplicable, type Stop } from '../../helpers/judge/stop.ts';
import type { ActiveCheck, Suite } from '../../helpers/runner/check.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import { actuatorOperations, type OperationalOperation } from '../../specs/operational.ts';
import { rowCheck, rowName, rowWay, servedAnswers } from '../support/operational-row.ts';

const linksSchema = 'actuator-links';

/** Another clause may hide a part of the content. Then that clause accuses. */
const violationStop = (answer: OperationalAnswer, { clause, expected, received, place, deviation }: SchemaFinding): Stop =>
  createMust(clause).violation({
    expected,
    received,
    place: formatPlace(answer, place === '' ? undefined : place),
    exchange: answer.exchange.id,
    deviation,
  });

/** The schema applies to HTTP 200 only. */
function answersWithContent(answers: readonly OperationalAnswer[], operation: OperationalOperation): readonly OperationalAnswer[] {
  const found = answers.filter(({ status }) => status === 200);
  if (found.length === 0) throw notApplicable(`${rowName(operation)} answers without HTTP 200: there is no content to judge`);
  return found;
}

const isJsonRow = ({ result }: OperationalOperation): boolean => result === 'actuator-object' || result === linksSchema;

/** Content that is neither JSON nor labeled JSON breaks the media type first. */
function mustBeJson(answer: OperationalAnswer): void {
  if (answer.body === undefined) mustHaveMediaType(answer);
}

const objectCheck = (operation: OperationalOperation): ActiveCheck =>
  rowCheck('ACTUATOR-OBJECT', rowWay(operation), 'answers with a JSON object', operation, async (context, row) => {
    for (const answer of answersWithContent(await servedAnswers(context, row), operation)) {
      mustBeJson(answer);
      const [finding] = judgeContent(answer, 'actuator-object').findings;
      if (finding !== undefined) throw violationStop(answer, finding);
    }
  });

function mustHaveMediaType(answer: OperationalAnswer): void {
  const { operation, text, mediaType } = answer;
  const { produces } = operation;
  if (text === '' || produces === null || (mediaType !== null && produces.includes(mediaType))) return;
  const received = mediaType ?? 'no Content-Type';
  const deviation = mediaType === null ? 'missing' : 'media-type';
  const expected = `Content-Type ${produces.join(' or ')}`;
  throw createMust('ACTUATOR-MEDIA-TYPE').violation({
    expected,
    received,
    place: formatPlace(answer),
    exchange: answer.exchange.id,
    deviation,
  });
}

const mediaTypeCheck = (operation: OperationalOperation): ActiveCheck =>
  rowCheck('ACTUATOR-MEDIA-TYPE', rowWay(operation), 'answers in one of the two media types', operation, async (context, row) => {
    const found = (await servedAnswers(context, row)).filter(({ text }) => text !== '');
    if (found.length === 0) throw notApplicable(`${rowName(operation)} answers without content`);
    found.forEach(mustHaveMediaType);
  });

/** Where there are no links, their fields cannot be judged. */
function mustHoldLinks(answer: OperationalAnswer, clause: ClauseId): void {
  mustBeJson(answer);
  const { findings, judged } = judgeContent(answer, linksSchema);
  const finding = findings.find((each) => each.clause === clause) ?? (judged.has(clause) ? undefined : findings[0]);
  if (finding !== undefined) throw violationStop(answer, finding);
  if (!judged.has(clause)) throw notApplicable('there are no links');
}

const linkChecks = (clause: ClauseId, way: string, fact: string): ActiveCheck[] =>
  actuatorOperations
    .filter(({ result }) => result === linksSchema)
    .map((operation) =>
      rowCheck(clause, way, fact, operation, async (context, row) => {
        for (const answer of answersWithContent(await servedAnswers(context, row), operation)) mustHoldLinks(answer, clause);
      }),
    );

const octetsCheck = (operation: OperationalOperation): ActiveCheck =>
  rowCheck('ACTUATOR-HEAPDUMP-OCTETS', 'octets', 'answers with octets', operation, async (context, row) => {
    for (const answer of answersWithContent(await servedAnswers(context, row), operation)) {
      context.must.hold(answer.mediaType === 'application/octet-stream', {
        expected: 'Content-Type application/octet-stream',
        received: answer.mediaType ?? 'no Content-Type',
        place: formatPlace(answer),
        exchange: answer.exchange.id,
      });
    }
  });

const actuatorRows: readonly OperationalOperation[] = actuatorOperations;

export const operationalContents: Suite = {
  name: 'Operational contents',
  area: 'Operational',
  checks: [
    ...linkChecks('ACTUATOR-LINKS', 'map-of-maps', 'answers with a map of maps of links'),
    ...linkChecks('ACTUATOR-LINK-HREF', 'text', 'links with an href that is text'),
    ...linkChecks('ACTUATOR-LINK-TEMPLATED', 'boolean', 'links with a templated that is a boolean'),
    ...actuatorRows.filter(({ result }) => result === 'actuator-object').map(objectCheck),
    ...actuatorRows.filter(isJsonRow).map(mediaTypeCheck),
    ...actuatorRows.filter(({ clause }) => clause === 'ACTUATOR-HEAPDUMP').map(octetsCheck),
  ],
};
