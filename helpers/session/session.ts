import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClauseId } from '../../specs/clauses.ts';
import { isCertainRefusal } from '../../specs/codes.ts';
import type { Operation } from '../../specs/operation.ts';
import type { Reply } from '../judge/reply.ts';
import type { Call } from '../client/http/call.ts';
import type { Send } from './send.ts';
import type { UnrecordedSend } from './unrecorded-send.ts';
import { mergeEvidence, mergeEffects, createEvidence, type Evidence } from '../core/records/evidence.ts';

export interface Session {
  /** Sends a call exactly as documented, with configured or newly obtained values. */
  readonly send: (operation: Operation, call?: Call) => Promise<Reply>;
  /** Sends a call that the service should refuse, or that the document leaves open. */
  readonly probe: (operation: Operation, call: Call) => Promise<Reply>;
  /** Returns the value of a step; throws its stop when it failed. */
  readonly use: <T>(step: Step<T>) => Promise<T>;
  /** Waits until a step has ended, even in failure: order without dependence. */
  readonly after: <T>(step: Step<T>) => Promise<StepResult<T>>;
  /** The same for several, one after another. */
  readonly afterAll: (steps: readonly Step<unknown>[]) => Promise<void>;
  /** Waits for the steps that some check has asked for. Checks begin together, so a run of few checks does only the steps they need. */
  readonly afterRequested: (steps: readonly Step<unknown>[]) => Promise<void>;
  readonly observe: (fact: string) => void;
  readonly doubt: (clause: ClauseId) => void;
  readonly evidence: Evidence;
  /** Exchanges that others have made, by id. */
  readonly addEvidence: (exchanges: Iterable<string>) => void;
  /** For campaigns: their calls are too many to be recorded one by one. */
  readonly unrecorded: UnrecordedSend;
}

type OpenSession = (purpose: string, evidence: Evidence, isAwaited: boolean) => Session;

/** Steps open sessions of their own. `isAwaited`: others wait for all calls of the session, refused ones too. */
function createOpenSession(sendRequest: Send, unrecorded: UnrecordedSend): OpenSession {
  const open: OpenSession = (purpose, evidence, isAwaited) => {
    const exchange = async (operation: Operation, call: Call, documented: boolean): Promise<Reply> => {
      const reply = await sendRequest({
        operation,
        call: isAwaited ? { ...call, priority: true } : call,
        documented,
        purpose,
        noteExchange(id) {
          evidence.exchanges.add(id);
          if (operation.effect !== 'none') evidence.effects.set(id, operation.effect);
        },
      });
      // A transfer that is refused counts for no cap either.
      if (operation.effect === 'moves-money' && isCertainRefusal(reply.status, reply.code)) evidence.effects.delete(reply.exchange.id);
      return reply;
    };
    const after = async <T>(step: Step<T>): Promise<StepResult<T>> => {
      const done = await step.runOnce(open);
      mergeEffects(evidence, done.evidence);
      return done;
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
      after,
      afterAll: async (steps) => {
        for (const each of steps) await after(each);
      },
      afterRequested: async (steps) => {
        await nextTurn();
        for (const each of steps) if (each.isRequested()) await each.runOnce(open);
      },
      observe: (fact) => evidence.facts.add(fact),
      doubt: (clause) => evidence.doubts.add(clause),
      evidence,
      addEvidence(exchanges) {
        for (const id of exchanges) evidence.exchanges.add(id);
      },
      unrecorded,
    };
  };
  return open;
}

export const openSession = (send: Send, unrecorded: UnrecordedSend, purpose: string, evidence: Evidence): Session =>
  createOpenSession(send, unrecorded)(purpose, evidence, false);

/** Kept, so that everyone who asks for the step shares one execution. */
export type StepResult<T> =
  | { readonly ok: true; readonly value: T; readonly evidence: Evidence }
  | { readonly ok: false; readonly error: unknown; readonly evidence: Evidence };

/** A prerequisite of checks, done at most once in a run. */
export interface Step<T> {
  readonly name: string;
  readonly isRequested: () => boolean;
  readonly runOnce: (open: OpenSession) => Promise<StepResult<T>>;
}

/** `awaited` is false for a step that only checks judge: its calls leave when no other call waits for a slot. */
export function step<T>(name: string, run: (session: Session) => Promise<T>, awaited = true): Step<T> {
  let memo: Promise<StepResult<T>> | undefined;
  const conduct = async (open: OpenSession): Promise<StepResult<T>> => {
    const evidence = createEvidence();
    try {
      return { ok: true, value: await run(open(name, evidence, awaited)), evidence };
    } catch (error) {
      return { ok: false, error, evidence };
    }
  };
  return { name, isRequested: () => memo !== undefined, runOnce: (open) => (memo ??= conduct(open)) };
}
