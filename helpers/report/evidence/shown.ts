import type { Exchange } from '../../core/exchange.ts';
import { pickAttachedIds } from './attached.ts';
import type { CheckRow } from '../model/check-row.ts';
import { findAsking, findExpectedValue } from './asking.ts';
import { listNamedIds, type Found } from './found.ts';
import { findMark, markBeside, markExchange, type MarkedText } from './marked.ts';

/** What an exchange says of a failure, in the words of its title. */
const titleByRole = {
  before: 'The answer before',
  call: 'The call in question',
  asking: 'The call that asked for it',
} as const satisfies Record<string, string>;

type BesideRole = keyof typeof titleByRole;

export interface ShownExchange {
  readonly role: BesideRole | 'deciding';
  readonly title: string;
  readonly exchange: Exchange;
  readonly text: MarkedText;
}

/** What the check itself named, or else the call that asked for what is expected. */
function findBeside(
  row: CheckRow,
  found: Found | null,
  deciding: Exchange,
  find: (ids: readonly string[]) => readonly Exchange[],
): readonly { readonly exchange: Exchange; readonly role: BesideRole }[] {
  if (row.beside !== undefined && row.seen === null) {
    return find(row.beside)
      .toSorted((one, other) => one.startedAt.localeCompare(other.startedAt))
      .map((exchange) => ({ exchange, role: exchange.operation === deciding.operation ? 'before' : 'call' }));
  }
  const asking = findAsking(deciding, find(listNamedIds(row, found)), findExpectedValue(row.expected));
  return asking === null ? [] : [{ exchange: asking, role: 'asking' }];
}

const titleOf = ({ verdict, mismatch }: CheckRow): string => {
  if (verdict === 'fail' || verdict === 'waived') return 'The answer that breaks the clause';
  return mismatch === null ? 'The answer that decided' : 'The answer in question';
};

/** What every report shows of a failure, the accused answer last. Empty where nothing of it is on record. */
export function pickShown(row: CheckRow, found: Found | null, exchanges: ReadonlyMap<string, Exchange>): readonly ShownExchange[] {
  const find = (ids: readonly string[]): readonly Exchange[] => ids.flatMap((id) => exchanges.get(id) ?? []);
  const [deciding] = find(pickAttachedIds(row));
  if (deciding === undefined) return [];
  const pattern = markBeside(row);
  const beside = findBeside(row, found, deciding, find).map(({ exchange, role }) => ({
    role,
    title: `${titleByRole[role]} (${exchange.id})`,
    exchange,
    text: markExchange(exchange, { pattern, status: false }),
  }));
  const title = `${titleOf(row)} (${deciding.id})`;
  return [...beside, { role: 'deciding', title, exchange: deciding, text: markExchange(deciding, findMark(row)) }];
}
