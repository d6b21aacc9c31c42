import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { paymentSources, senderDetail, tagUser } from '../../specs/operations.ts';
import { readLines, openSurroundings, requireReply, STATE, tagCall } from './service.ts';

describe('evidence', () => {
  test('every exchange is in the journal redacted, and reaches the listeners as it was', async () => {
    const { target, folder } = await openSurroundings();
    const raw: string[] = [];
    const authorization = ({ request }: Exchange): string => request.headers.find(([name]) => name === 'Authorization')?.[1] ?? '';
    const stop = target.onExchange((exchange) => raw.push(`${exchange.id} ${authorization(exchange)}`));
    await target.send(senderDetail, { path: { senderId: STATE }, consent: `OTP 2000 ${STATE}` }, 'read the sender');
    stop();
    await target.send(paymentSources, {}, 'unheard');
    await target.close();
    expect(raw.map((line) => line.slice(0, 9))).toEqual(['x1 Basic ', 'x2 Bearer']);
    expect(raw[1]).toBe('x2 Bearer artificial-token-1');
    const journal = readLines<{ id: string; operation: string; purpose: string }>(folder, 'exchanges.jsonl');
    expect(journal.map(({ id, operation, purpose }) => [id, operation, purpose])).toEqual([
      ['x1', 'TOKEN', 'obtain a token'],
      ['x2', 'OP-6', 'read the sender'],
      ['x3', 'OP-2', 'unheard'],
    ]);
    const text = readFileSync(join(folder, 'exchanges.jsonl'), 'utf8');
    for (const secret of ['artificial-token-1', 'client-password-artificial', 'agent-password-artificial', 'agent-artificial', 'OTP 2000'])
      expect(text).not.toContain(secret);
    expect(text).toContain('\\"code\\":2000');
  });

  test('without files nothing is written', async () => {
    const { target, folder } = await openSurroundings({}, {}, { journal: null, ledger: null });
    requireReply(await target.send(tagUser, tagCall, 'tag'));
    expect(() => readFileSync(join(folder, 'exchanges.jsonl'))).toThrow('ENOENT');
    expect(() => readFileSync(join(folder, 'ledger.jsonl'))).toThrow('ENOENT');
  });
});
