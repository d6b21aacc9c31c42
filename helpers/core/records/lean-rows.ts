/** The named fields of the row before; nothing for the first row. */
function pickFields<Row extends object>(row: Row | undefined, names: readonly (keyof Row)[]): Partial<Row> {
  const fields: Partial<Row> = {};
  if (row !== undefined) for (const name of names) fields[name] = row[name];
  return fields;
}

/** Of the named fields, which every row has, a row leaves out those that the row before has too. */
export function leaveOutRepeated<Row extends object>(rows: readonly Row[], names: readonly (keyof Row)[]): readonly Partial<Row>[] {
  return rows.map((row, at) => {
    const lean: Partial<Row> = { ...row };
    for (const name of names) if (rows[at - 1]?.[name] === row[name]) delete lean[name];
    return lean;
  });
}

/** The rows as they were. Rows of earlier releases are whole already. */
export function fillRepeated<Row extends object>(rows: readonly Row[], names: readonly (keyof Row)[]): readonly Row[] {
  const whole: Row[] = [];
  for (const row of rows) whole.push({ ...pickFields(whole.at(-1), names), ...row });
  return whole;
}
