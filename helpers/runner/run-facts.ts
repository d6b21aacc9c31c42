import type { Target } from '../client/client.ts';
import { member } from '../core/json.ts';
import type { Departure } from '../core/exchange.ts';
import type { OffRecord } from '../core/records/journal-lines.ts';
import { foldRecord, type FactStore } from '../judge/facts/facts.ts';
import { readNamedCall } from '../judge/facts/named-call.ts';
import { toTag } from '../judge/facts/people.ts';
import type { EarlierSittings } from './earlier-sittings.ts';

/** Null where no documented form tells the sender. */
function readSenderId(departure: Departure): string | null {
  const call = readNamedCall(departure);
  return call === null ? null : toTag(call.values['senderId'] ?? member(call.payload, 'from'));
}

/** A sender is told once between two exchanges: a campaign makes thousands of calls. */
function openOffRecord(facts: FactStore, tell: (offRecord: OffRecord) => void): (offRecord: OffRecord) => void {
  const toldAt = new Map<string | null, number>();
  return (offRecord) => {
    if (toldAt.get(offRecord.senderId) === offRecord.after) return;
    toldAt.set(offRecord.senderId, offRecord.after);
    facts.disturb(offRecord);
    tell(offRecord);
  };
}

/** The facts of a run: those of its earlier sittings, then all that comes. What changed between two sittings is on no record. */
export function openRunFacts(target: Target, earlier: EarlierSittings | null, tell: (offRecord: OffRecord) => void): FactStore {
  const { onDeparture, onExchange } = target;
  const facts = foldRecord(earlier?.exchanges ?? [], earlier?.offRecord);
  const note = openOffRecord(facts, tell);
  if (earlier !== null) note({ after: earlier.exchanges.length, senderId: null, what: 'another sitting' });
  onDeparture((departure, unrecorded) => {
    if (!unrecorded) {
      facts.leave(departure);
      return;
    }
    const senderId = readSenderId(departure);
    const known = senderId === null ? null : facts.findTagIn(senderId);
    // Most odd ids of a long campaign are nobody's.
    if (known !== undefined) note({ after: departure.after ?? 0, senderId: known, what: departure.operation ?? 'ENVELOPE' });
  });
  onExchange(facts.answer);
  return facts;
}
