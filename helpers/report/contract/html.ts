import { markup, oneLine } from '../../core/text.ts';
import { severities } from '../../core/records/contract-finding.ts';
import { groupsOf, headline, severityWords, type Comparison, type Group } from './rendered.ts';

/** Nothing is loaded from anywhere, and nothing runs. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid #767676; border-left-width: .5rem; margin: 1rem 0; padding: .5rem 1rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.sides pre { margin: 0; padding: .5rem; border: 1px dashed #767676; white-space: pre-wrap; overflow-wrap: anywhere; }
.sides p, article > p { margin: .5rem 0; }
@media (max-width: 45rem) { .sides { grid-template-columns: 1fr; } }
`;

const text = (value: string): string => markup(oneLine(value));

const side = (title: string, sign: string, value: string): string => `<div><p>${title}</p><pre>${sign} ${text(value)}</pre></div>`;

function placesBeside(places: readonly string[]): string {
  if (places.length === 0) return '';
  return `<details><summary>and ${places.length} more</summary><ul>${places.map((place) => `<li>${text(place)}</li>`).join('')}</ul></details>`;
}

const article = ({ first, places }: Group): string => `<article>
<h3>${first.severity.toUpperCase()} ${first.rule} ${text(first.place)}</h3>
${placesBeside(places.slice(1))}
<div class="sides">${side('expected', '-', first.expected)}${side('live', '+', first.live)}</div>
<p>${text(first.effect)}</p>
</article>`;

function section({ findings }: Comparison, severity: (typeof severities)[number]): string {
  const groups = groupsOf(findings, severity);
  return groups.length === 0 ? '' : `<h2>${severityWords[severity]}</h2>\n${groups.map(article).join('\n')}`;
}

/** One page that needs nothing else: severities are told in words, the sides by signs, and everything of the documents is escaped. */
export const comparisonHtml = (comparison: Comparison): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>Contract comparison</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Contract comparison</h1>
<p>expected: ${text(comparison.expectedFrom)}<br>live: ${text(comparison.liveFrom)}</p>
<p><strong>${headline(comparison)}</strong></p>
${severities.map((severity) => section(comparison, severity)).join('\n')}
</main>
</body>
</html>
`;
