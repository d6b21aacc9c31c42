import type { Provenance } from '../../core/records/provenance.ts';

const supplierBySource: Readonly<Record<Provenance['source'], string>> = {
  fixed: 'the fixed code of the configuration',
  http: 'read at DMT_OTP_URL',
  command: 'printed by DMT_OTP_COMMAND',
  prompt: 'typed by a person at the terminal',
};

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Who supplied a code, and how long that took; the exchange does not show it. */
const describeCode = ({ role, source, waitedMs, missing }: Provenance): string =>
  missing === null
    ? `code of the ${role}: ${supplierBySource[source]}, after ${formatSeconds(waitedMs)}`
    : `no code of the ${role} after ${formatSeconds(waitedMs)}: ${missing}`;

/** A code that was read twice has both descriptions. */
export const describeCodesByExchange = (codes: readonly Provenance[]): ReadonlyMap<string, string> =>
  new Map([...Map.groupBy(codes, ({ exchange }) => exchange)].map(([exchange, taken]) => [exchange, taken.map(describeCode).join('; ')]));

/** `9 typed by a person at the terminal, the longest after 12.1 s; 1 did not come` */
export function summarizeCodes(codes: readonly Provenance[]): string {
  const came = codes.filter(({ missing }) => missing === null);
  const groups = [...Map.groupBy(came, ({ source }) => source)].map(
    ([source, taken]) =>
      `${taken.length} ${supplierBySource[source]}, the longest after ${formatSeconds(Math.max(...taken.map(({ waitedMs }) => waitedMs)))}`,
  );
  const absent = codes.length - came.length;
  return [...groups, ...(absent === 0 ? [] : [`${absent} did not come`])].join('; ') || 'none was read';
}
