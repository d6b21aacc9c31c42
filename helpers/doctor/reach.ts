import { splitAddress } from '../target/addresses.ts';
import { callerOf } from '../target/caller.ts';
import { openConnection } from '../target/connection.ts';
import type { Exchange } from '../target/exchange.ts';
import type { WireResult } from '../target/wire.ts';
import { look, ok, stop, untried, type Finding, type Visit } from './finding.ts';

const maxBytes = 64 * 1024;

/** One GET without credentials over a connection of its own: nothing of it is evidence. */
export async function knock({ config }: Pick<Visit, 'config'>, address: string): Promise<WireResult> {
  const connection = openConnection(config.connection);
  const { timeoutMs } = config.connection;
  try {
    const call = { ...splitAddress(address), method: 'GET', headers: [...callerOf(), 'Accept', '*/*'], body: null };
    return await connection.exchange({ ...call, timeoutMs, maxBytes });
  } finally {
    await connection.close();
  }
}

/** DNS, TCP, TLS and proxy, as far as the first answer; whatever it says, somebody is there. */
export async function reach(visit: Visit, name: string, address: string): Promise<Finding> {
  const { response, trouble } = await knock(visit, address);
  if (response !== null) return ok(`${address} answers (HTTP ${response.status})`);
  return stop('environment', `${name}: ${trouble.kind} on the way to ${address}`, trouble.message);
}

const header = ({ response }: Exchange, wanted: string): string | undefined =>
  response?.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

/** Timestamps are compared by hours, but OTP sources look for codes since a moment, and tokens end at one. */
const tolerableMs = 30_000;

export function clockOf(exchange: Exchange, receivedAt: number): Finding {
  const told = header(exchange, 'date');
  const theirs = told === undefined ? Number.NaN : Date.parse(told);
  if (Number.isNaN(theirs)) return untried('the service tells no time (Date)');
  const skew = Math.round((receivedAt - theirs) / 1000);
  const apart = `${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the service`;
  if (Math.abs(receivedAt - theirs) <= tolerableMs) return ok('this clock and the one of the service agree within 30 s');
  return look(`this clock is ${apart}`, 'synchronize the clocks: times in the report, and codes looked for since a moment, go by them');
}
