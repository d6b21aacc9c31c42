import { escapePattern } from '../../core/text.ts';
import { apiCodes } from '../../../specs/codes.ts';
import type { Subject } from '../../../specs/clause.ts';
import { operationalOperations } from '../../../specs/operational.ts';
import { operations } from '../../../specs/operations.ts';
import { readMediaType, type Exchange } from '../../core/exchange.ts';
import { member } from '../../core/json.ts';
import { toAnswerShape, type ShapeMembers, type AnswerShape } from './answer-shape.ts';

/** Answers of one operation that look the same to every description. */
export interface SeenAnswer {
  /** Method and path as the document writes them. */
  readonly method: string;
  readonly path: string;
  readonly subject: Subject;
  readonly status: number;
  /** Lower case, without parameters; null without content or Content-Type. */
  readonly mediaType: string | null;
  /** Undefined for a missing body and for one that is not JSON. */
  readonly body: AnswerShape | undefined;
  readonly exchange: string;
  count: number;
}

/** What the run has seen of the service. Its size is bounded. */
export interface SeenAnswers {
  readonly note: (exchange: Exchange) => void;
  readonly listBySubject: (subject: Subject) => readonly SeenAnswer[];
}

interface KnownOperation {
  readonly method: string;
  readonly path: string;
  readonly subject: Subject;
  readonly matches: RegExp;
}

/** Distinct answers kept per operation; a service has only a few. */
const keptPerOperation = 40;

const longestBody = 512 * 1024;

function createPathPattern(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map(escapePattern);
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

const describedOperations: readonly Omit<KnownOperation, 'matches'>[] = [
  ...operations.map(({ id, method, path }) => ({ subject: id, method, path })),
  ...operationalOperations,
];

const countVariables = (path: string): number => path.split('{').length;

/** Literal paths come first: `/balance/agent` is not a sender. */
const knownOperations: readonly KnownOperation[] = describedOperations
  .map(({ subject, method, path }) => ({ subject, method, path, matches: createPathPattern(path) }))
  .sort((one, other) => countVariables(one.path) - countVariables(other.path));

function parseUnlimitedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isEnvelope = (body: AnswerShape | undefined): body is ShapeMembers =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** With another code than 2000 the result has no stated form (reading 8), so it is not compared. */
function toComparedShape(text: string, isBusiness: boolean): AnswerShape | undefined {
  const value = parseUnlimitedJson(text);
  const body = value === undefined ? undefined : toAnswerShape(value);
  if (!isBusiness || !isEnvelope(body) || member(member(value, 'status'), 'code') === apiCodes.success) return body;
  return { ...body, result: null };
}

const isJsonMediaType = (mediaType: string | null): boolean => mediaType !== null && /^application\/(.+\+)?json$/.test(mediaType);

export function openSeenAnswers(baseUrl: string): SeenAnswers {
  const seen = new Map<KnownOperation, Map<string, SeenAnswer>>();

  const findOperation = ({ method, url }: Exchange['request']): KnownOperation | undefined => {
    if (!url.startsWith(`${baseUrl}/`)) return undefined;
    const path = url.slice(baseUrl.length).replace(/[?#].*$/, '');
    return knownOperations.find((operation) => operation.method === method && operation.matches.test(path));
  };

  return {
    note({ id, request, response }) {
      const operation = response === null ? undefined : findOperation(request);
      if (response === null || operation === undefined) return;
      const { text, encoding } = response.body;
      const mediaType = text === '' ? null : readMediaType(response.headers);
      const readable = encoding === 'utf8' && !response.truncated && text.length <= longestBody && isJsonMediaType(mediaType);
      const body = readable ? toComparedShape(text, operation.subject.startsWith('OP-')) : undefined;
      const key = JSON.stringify([response.status, mediaType, body]);
      const kinds = seen.get(operation) ?? new Map<string, SeenAnswer>();
      seen.set(operation, kinds);
      const before = kinds.get(key);
      if (before !== undefined) before.count += 1;
      else if (kinds.size < keptPerOperation) {
        const { method, path, subject } = operation;
        kinds.set(key, { method, path, subject, status: response.status, mediaType, body, exchange: id, count: 1 });
      }
    },
    listBySubject: (subject) =>
      [...seen].filter(([operation]) => operation.subject === subject).flatMap(([, kinds]) => [...kinds.values()]),
  };
}
