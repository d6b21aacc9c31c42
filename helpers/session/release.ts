import type { Operation } from '../../specs/operation.ts';
import { paymentSources } from '../../specs/operations.ts';
import { openBarrier } from '../client/http/barrier.ts';
import type { Call } from '../client/http/call.ts';
import type { Reply } from '../judge/reply.ts';
import type { Session } from './session.ts';

export interface PreparedCall {
  readonly operation: Operation;
  readonly call: Call;
}

/**
 * Releases calls at once, and waits for all of them: one may be kept back while another leaves. Each uses a connection that was just in
 * use, so that no handshake spreads them.
 */
export async function releaseTogether(
  { send }: Pick<Session, 'send'>,
  calls: readonly PreparedCall[],
): Promise<readonly PromiseSettledResult<Reply>[]> {
  await Promise.all(calls.map(() => send(paymentSources)));
  const tickets = openBarrier(calls.length);
  return Promise.allSettled(
    calls.map(async ({ operation, call }, at) => {
      const ticket = tickets[at];
      if (ticket === undefined) throw new Error('expected a ticket for each call, received none: fix openBarrier');
      return send(operation, { ...call, ticket }).finally(ticket.giveUp);
    }),
  );
}

/** The same where every call must be answered. */
export async function release(session: Pick<Session, 'send'>, calls: readonly PreparedCall[]): Promise<readonly Reply[]> {
  const settled = await releaseTogether(session, calls);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
