import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClauseId } from '../../specs/clauses.ts';
import type { Operation } from '../../specs/operation.ts';
import type { Reply } from '../judge/reply.ts';
import type { Call } from '../client/http/call.ts';
import type { Send } from './send.ts';
import type { UnrecordedSend } from './unrecorded-send.ts';
import { mergeEvidence, mergeEffects, createEvidence, type Evidence } from '../core/records/evidence.ts';

/** One check's or step's private conversation with the target. */
export interface Session {
  /** Sends a call exactly as documented, with values that are configured or just obtained. */
  readonly send: (operation: Operation, call?: Call) => Promise<Reply>;
  /** Sends a call that the service is expected to refuse, or that the document leaves open. */
  readonly probe: (operation: Operation, call: Call) => Promise<Reply>;
  /** The value of a prerequisite; throws its stop when it has none. */
  readonly use: <T>(step: Step<T>) => Promise<T>;
  /** Waits until a step has ended, whatever became of it: order without dependence. */
  readonly after: <T>(step: Step<T>) => Promise<StepResult<T>>;
  /** Waits until those of the steps have ended that somebody has asked for: checks begin together, so a run of few does no more than they need. */
  readonly afterRequested: (steps: readonly Step<unknown>[]) => Promise<void>;
  readonly observe: (fact: string) => void;
  readonly doubt: (clause: ClauseId) => void;
  readonly evidence: Evidence;
  /** For campaigns, whose calls are too many to be recorded one by one. */
  readonly unrecorded: UnrecordedSend;
}

export function openSession(sendRequest: Send, quiet: UnrecordedSend, purpose: string, evidence: Evidence): Session {
  const open = (name: string, inner: Evidence): Session => openSession(sendRequest, quiet, name, inner);
  const exchange = async (operation: Operation, call: Call, documented: boolean): Promise<Reply> => {
    const keep = (id: string): void => {
      evidence.exchanges.add(id);
      if (operation.effect !== 'none') evidence.effects.set(id, operation.effect);
    };
    const reply = await sendRequest({ operation, call, documented, purpose, noteExchange: keep });
    return reply;
  };
  return {
    send: (operation, call = {}) => exchange(operation, call, true),
    probe: (operation, call) => exchange(operation, call, false),
    use: async (step) => {
      const done = await step.runOnce(open);
      mergeEvidence(evidence, done.evidence);
      if (!done.ok) throw done.error;
      return done.value;
    },
    after: async (step) => {
      const done = await step.runOnce(open);
      mergeEffects(evidence, done.evidence);
      return done;
    },
    afterRequested: async (steps) => {
      await nextTurn();
      for (const each of steps) if (each.isRequested()) await each.runOnce(open);
    },
    observe: (fact) => evidence.facts.add(fact),
    doubt: (clause) => evidence.doubts.add(clause),
    evidence,
    unrecorded: quiet,
  };
}

/** How a step ended; kept, so that everyone who asks for it shares one execution. */
export type StepResult<T> =
  | { readonly ok: true; readonly value: T; readonly evidence: Evidence }
  | { readonly ok: false; readonly error: unknown; readonly evidence: Evidence };

/** A prerequisite of checks, made ready at most once in a run. */
export interface Step<T> {
  readonly name: string;
  /** Somebody has asked for it. */
  readonly isRequested: () => boolean;
  readonly runOnce: (open: (purpose: string, evidence: Evidence) => Session) => Promise<StepResult<T>>;
}

/** Describes a step; nothing is sent before somebody asks for it. */
export function step<T>(name: string, run: (session: Session) => Promise<T>): Step<T> {
  let memo: Promise<StepResult<T>> | undefined;
  const conduct = async (open: (purpose: string, evidence: Evidence) => Session): Promise<StepResult<T>> => {
    const evidence = createEvidence();
    try {
      return { ok: true, value: await run(open(name, evidence)), evidence };
    } catch (error) {
      return { ok: false, error, evidence };
    }
  };
  return { name, isRequested: () => memo !== undefined, runOnce: (open) => (memo ??= conduct(open)) };
}
