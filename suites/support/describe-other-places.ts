const mostPlaces = 5;

/** Text for the findings after the first, as in ` (and 3 more: GET /error; …)`; empty when there are none. */
export function describeOtherPlaces(findings: readonly { readonly place: string }[]): string {
  const rest = findings.slice(1);
  if (rest.length === 0) return '';
  const places = rest.slice(0, mostPlaces).map(({ place }) => place);
  const more = rest.length > mostPlaces ? ', …' : '';
  return ` (and ${rest.length} more: ${places.join('; ')}${more})`;
}
