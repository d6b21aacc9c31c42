import { isContainer } from '../core/depth-limit.ts';
import { apiCodes, isApiCode, isListedStatus } from '../../specs/codes.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import { operations } from '../../specs/operations.ts';
import { readMediaType, type Exchange } from '../core/exchange.ts';
import { describeValue, typeName } from '../core/describe.ts';
import { collectAnswerFields, isExtraField } from './answer-fields.ts';
import { member } from '../core/json.ts';

/** Behavior that the document leaves open and that every answer shows in part. */
const observedClauses = [
  'ENVELOPE-EXTRA-FIELDS',
  'ENVELOPE-RESULT-ON-REFUSAL',
  'HTTP-BODY-NOT-SHOWN',
  'CODE-MAPPING-NOT-SHOWN',
] as const satisfies readonly ClauseId[];
export type ObservedClause = (typeof observedClauses)[number];

export const isObservedClause = (clause: string): clause is ObservedClause => observedClauses.some((one) => one === clause);

export interface ObservedBehavior {
  readonly see: (exchange: Exchange, body: unknown) => void;
  readonly facts: (clause: ObservedClause) => readonly string[];
}

/** A hostile target may send any number of names. */
const maxFacts = 50;

function describeKind(value: unknown): string {
  if (value === undefined) return 'absent';
  return value === null || isContainer(value) ? typeName(value) : 'a value';
}

function describeBodyKind({ response }: Exchange): string {
  if (response === null || response.body.text === '') return 'no body';
  const mediaType = readMediaType(response.headers);
  return mediaType === null ? 'a body without media type' : describeValue(mediaType);
}

export function openObservedBehavior(): ObservedBehavior {
  const facts: Readonly<Record<Exclude<ObservedClause, 'CODE-MAPPING-NOT-SHOWN'>, Set<string>>> = {
    'ENVELOPE-EXTRA-FIELDS': new Set(),
    'ENVELOPE-RESULT-ON-REFUSAL': new Set(),
    'HTTP-BODY-NOT-SHOWN': new Set(),
  };
  const codes = new Map<string, Set<number>>();
  const note = (clause: keyof typeof facts, fact: string): void => {
    if (facts[clause].size < maxFacts) facts[clause].add(fact);
  };

  return {
    see(exchange, body) {
      const { operation, response } = exchange;
      if (operation?.startsWith('OP-') !== true || response === null || !isListedStatus(response.status)) return;
      if (response.status !== 200) {
        note('HTTP-BODY-NOT-SHOWN', `beside HTTP ${response.status} comes ${describeBodyKind(exchange)}`);
        return;
      }
      const code = member(member(body, 'status'), 'code');
      if (typeof code !== 'number' || !isApiCode(code)) return;
      for (const field of collectAnswerFields(body))
        if (isExtraField(field, null)) note('ENVELOPE-EXTRA-FIELDS', `an answer has the further field ${describeValue(field.place)}`);
      if (code !== apiCodes.success)
        note('ENVELOPE-RESULT-ON-REFUSAL', `beside another code than 2000 the result is ${describeKind(member(body, 'result'))}`);
      codes.set(operation, (codes.get(operation) ?? new Set()).add(code));
    },
    facts(clause) {
      if (clause !== 'CODE-MAPPING-NOT-SHOWN') return [...facts[clause]].sort();
      return operations.flatMap(({ id }) => {
        const seen = codes.get(id);
        return seen === undefined ? [] : [`${id} answers with the codes ${[...seen].sort().join(', ')}`];
      });
    },
  };
}
