import { omitChance } from './by-chance.ts';
import type { StatementFields, Statement } from './recorded.ts';

/** Values that a run generates, by their shape and the text around them. */
interface GeneratedValue {
  readonly name: string;
  readonly shape: RegExp;
  /** Only in texts of these checks; in all texts without. */
  readonly checks?: RegExp;
}

const generatedValues: readonly GeneratedValue[] = [
  { name: 'port', shape: /(?<=\b127\.0\.0\.1:)\d+/g },
  // Case and length stay visible, because clauses may be about them.
  { name: 'uuid', shape: /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g },
  { name: 'UUID', shape: /\b[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\b/g },
  { name: 'cut uuid', shape: /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{11}\b/g },
  // Month, day and time; the form of a date stays.
  { name: 'day', shape: /(?<=\b2\d{3}-)\d\d-\d\d(?=[ T]\d\d:\d\d)/g },
  { name: 'second', shape: /(?<=\(day \d+\)[ T])\d\d:\d\d:\d\d/g },
  { name: 'minute', shape: /(?<=\(day \d+\)[ T])\d\d:\d\d/g },
  // The sandbox numbers invoices from between five and six million, and beneficiaries from a number of four digits.
  { name: 'invoice', shape: /(?<![\d.])[56]\d{6}(?!\.?\d)/g },
  { name: 'beneficiary', shape: /(?<="beneficiaryId":")\d+/g },
  { name: 'beneficiary', shape: /(?<="beneficiaryId":)\d+/g },
  { name: 'beneficiary', shape: /(?<!\d)\d{4,5}(?=: [\dX]{12}, ZZZZ)/g },
  { name: 'beneficiary', shape: /(?<!\d)\d{4,5}(?= (?:listed as )?(?:true|false)\b)/g },
  { name: 'beneficiary', shape: /(?<=another status for (?:\d+, )*)\d{4,5}(?!\d)/g },
  { name: 'beneficiary', shape: /(?<=^|under )\d{4,5}$/g, checks: /^OP7-LISTED-UNDER-ID~/ },
  { name: 'account', shape: /(?<!\d)9999\d{8}(?!\d)/g },
  { name: 'code', shape: /(?<=otp\.sent\.successfully: )\d{6}/g },
  // The length of the longest chain of a dry run depends on what came first on this machine.
  { name: 'rehearsed', shape: /\d+(?= s where an answer takes 100 ms)/g },
  { name: 'rehearsed', shape: /(?<=an answer takes 100 ms \()\d+/g },
  // A race that is won once is not won every time.
  { name: 'firmness', shape: /(?<=Found by a race, )(?:flaky|firm)/g },
];

type StandIn = (name: string, value: string) => string;

/** Numbers the values of each kind, and gives equal values the same number, so that agreements stay visible. */
function createStandIns(): StandIn {
  const seen = new Map<string, string[]>();
  return (name, value) => {
    const values = seen.get(name) ?? [];
    if (!values.includes(value)) values.push(value);
    seen.set(name, values);
    return `(${name} ${values.indexOf(value) + 1})`;
  };
}

const maskText = (text: string, id: string, standInFor: StandIn): string =>
  generatedValues
    .filter(({ checks }) => checks?.test(id) ?? true)
    .reduce((masking, { name, shape }) => masking.replaceAll(shape, (value) => standInFor(name, value)), text);

export function maskStatement(service: string, said: Statement): StatementFields {
  const standInFor = createStandIns();
  const fields = Object.entries(omitChance(service, said));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? maskText(value, said.id, standInFor) : value]),
  );
}
