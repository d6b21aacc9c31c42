/** What is usual is not written, and comes back when the record is read. */
export function leaveOut(record: object, usual: object): object {
  const left = new Map(Object.entries(usual).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => left.get(name) !== JSON.stringify(value)));
}

/** The named fields of the row before; nothing for the first row. */
function pickFields<Row extends object>(row: Row | undefined, names: readonly (keyof Row)[]): Partial<Row> {
  const fields: Partial<Row> = {};
  if (row !== undefined) for (const name of names) fields[name] = row[name];
  return fields;
}

/** Of the named fields, which every row has, a row leaves out those that the row before has too. */
export const leaveOutRepeated = <Row extends object>(rows: readonly Row[], names: readonly (keyof Row)[]): readonly object[] =>
  rows.map((row, at) => leaveOut(row, pickFields(rows[at - 1], names)));

/** The rows as they were. Rows of earlier releases are whole already. */
export function fillRepeated<Row extends object>(rows: readonly Row[], names: readonly (keyof Row)[]): readonly Row[] {
  const whole: Row[] = [];
  for (const row of rows) whole.push({ ...pickFields(whole.at(-1), names), ...row });
  return whole;
}
