const named = 5;

/** What is said of the findings behind the one that is told: `, and 3 others: GET /error, …`; empty when there are none. */
export function others(findings: readonly { readonly place: string }[]): string {
  const rest = findings.slice(1);
  if (rest.length === 0) return '';
  const places = rest.slice(0, named).map(({ place }) => place);
  const more = rest.length > named ? ', …' : '';
  return ` (and ${rest.length} more: ${places.join('; ')}${more})`;
}
