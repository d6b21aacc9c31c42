import type { Operation } from '../../../specs/operation.ts';
import { paymentSources } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Session } from '../../session/session.ts';
import { openBarrier } from '../../client/http/barrier.ts';
import type { Call } from '../../client/http/call.ts';

export interface PreparedCall {
  readonly operation: Operation;
  readonly call: Call;
}

/** Releases calls at once. Each uses a connection that was just in use, so that no handshake spreads them. */
export async function release({ send }: Session, runners: readonly PreparedCall[]): Promise<readonly Reply[]> {
  await Promise.all(runners.map(() => send(paymentSources)));
  const tickets = openBarrier(runners.length);
  return Promise.all(
    runners.map(async ({ operation, call }, at) => {
      const ticket = tickets[at];
      if (ticket === undefined) throw new Error('expected a ticket for each call, received none: fix openBarrier');
      return send(operation, { ...call, ticket }).finally(ticket.giveUp);
    }),
  );
}
