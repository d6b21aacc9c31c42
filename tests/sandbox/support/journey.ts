import { field, type Json } from '../../../sandbox/http/json.ts';
import { beneficiary, customer, outcome, payload, transfer, word, type Partner } from './partner.ts';

export async function journey(me: Partner, mobile?: string): Promise<Json | undefined> {
  const sender = await customer(me, mobile);
  const body = payload(sender, await beneficiary(me, sender));
  const requested = await transfer(me, sender, body);
  const status = await outcome(me, `status/${word(body, 'correlationId')}`);
  const invoice = await outcome(me, `invoice/${word(requested.result, 'invoiceId')}`);
  return { requested: requested.code ?? null, accepted: field(status, 'status') ?? null, paid: field(invoice, 'status') ?? null };
}

export const paid = { requested: 2000, accepted: 'COMPLETED', paid: 'COMPLETED' };
