/** One line for each item of a list, since indentation would be a third of the file. A search by id finds the whole check. */
function formatValue(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
  return value.length === 0 ? '[]' : `[\n${value.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
}

/** The text of a JSON file. */
export function formatRecord(record: object): string {
  const fields = Object.entries(record).filter(([, value]) => value !== undefined);
  return `{\n${fields.map(([name, value]) => `  ${JSON.stringify(name)}: ${formatValue(value)}`).join(',\n')}\n}\n`;
}
