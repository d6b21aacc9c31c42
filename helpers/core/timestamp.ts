const timestampPattern = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

/** The document gives timestamps without a zone, so comparisons allow for every zone (reading 12). */
export const zoneToleranceMs = 14 * 60 * 60 * 1000;

/** Milliseconds since the epoch, read as UTC; null unless the text is a real date in the form `YYYY-MM-DD HH:mm:ss`. */
export function parseTimestamp(text: string): number | null {
  if (!timestampPattern.test(text)) return null;
  const time = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 19).replace('T', ' ') !== text ? null : time;
}

export const isTimestamp = (text: string): boolean => parseTimestamp(text) !== null;
