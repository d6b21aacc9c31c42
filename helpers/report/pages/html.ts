import { hash } from 'node:crypto';
import { escapeMarkup, toOneLine } from '../../core/text.ts';

/** HTML that is safe in a page. Other text goes through `text`. */
export interface Html {
  readonly html: string;
}

const trustHtml = (made: string): Html => ({ html: made });

export const text = (value: string): Html => trustHtml(escapeMarkup(toOneLine(value)));

export const multiline = (value: string): Html => trustHtml(escapeMarkup(value));

/** A sentence of the catalogue, with field names between backticks. */
export const prose = (value: string): Html => trustHtml(text(value).html.replaceAll(/`([^`]+)`/g, '<code>$1</code>'));

type Part = Html | readonly Html[];

const joinParts = (part: Part | undefined): string =>
  [part ?? []]
    .flat()
    .map((one) => one.html)
    .join('');

/** Accepts only HTML as parts: a plain string does not type-check. */
export const html = (words: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  trustHtml(words.map((word, index) => `${word}${joinParts(parts[index])}`).join(''));

export const emptyHtml: Html = trustHtml('');

export const lineBreak: Html = trustHtml('<br>');

export const joinHtml = (parts: readonly Html[], between: Html): Html => trustHtml(parts.map((part) => part.html).join(between.html));

/** For elements in which white space counts. */
export function element(name: string, parts: Part, attributes: Readonly<Record<string, string>> = {}): Html {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeMarkup(toOneLine(value))}"`);
  return trustHtml(`<${name}${written.join('')}>${joinParts(parts)}</${name}>`);
}

export const preformatted = (value: string): Html => element('pre', multiline(value));

export const code = (value: string): Html => element('code', text(value));

/** The address must come from this program. */
export const link = (address: string, words: Html): Html => html`<a href="${text(address)}">${words}</a>`;

export const list = (items: readonly Html[]): Html =>
  items.length === 0
    ? emptyHtml
    : html`<ul>
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>`;

export const factTable = (caption: string, rows: readonly (readonly [name: string, value: Html])[]): Html =>
  rows.length === 0
    ? emptyHtml
    : html`<table class="facts">
        <caption>
          ${text(caption)}
        </caption>
        <tbody>
          ${rows.map(
            ([name, value]) =>
              html`<tr>
                <th scope="row">${text(name)}</th>
                <td>${value}</td>
              </tr>`,
          )}
        </tbody>
      </table>`;

/** Loads nothing, and runs nothing but the page's own script. */
const contentPolicy = (script: string | undefined): string =>
  `default-src 'none'; style-src 'unsafe-inline'${script === undefined ? '' : `; script-src 'sha256-${hash('sha256', script, 'base64')}'`}`;

/** For screens, A4, and black and white: words and borders show everything that colors show. */
export const pageStyle = `:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #111; background: #fff; max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; border-bottom: 2px solid #111; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; } p { margin: .25rem 0; } ul { margin: .25rem 0; padding-left: 1.25rem; }
a { color: #0b3d91; } a:focus-visible { outline: 3px solid #0b3d91; outline-offset: 2px; }
.skip { position: absolute; left: -100rem; } .skip:focus { position: static; }
code, pre { font: .875em/1.4 ui-monospace, monospace; } pre { border: 1px solid #767676; padding: .5rem; white-space: pre-wrap; }
.verdict { border: 3px solid #111; padding: .75rem 1rem; } .verdict strong { font-size: 1.25rem; }
article { border: 1px solid #767676; border-left: .5rem solid #111; margin: .75rem 0; padding: .25rem 1rem .5rem; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; } caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { border: 1px solid #767676; padding: .2rem .5rem; text-align: left; vertical-align: top; } thead th { background: #eee; }
.facts th { width: 11rem; font-weight: 600; } .matrix { table-layout: fixed; } .matrix th, .matrix td { padding: .15rem .25rem; }
.matrix th[scope=col] { font-size: .625rem; overflow-wrap: normal; padding: .15rem .1rem; } .matrix th[scope=col]:first-child { width: 32%; }
.matrix td { text-align: right; font-variant-numeric: tabular-nums; }
.matrix tbody tr.part th { font-weight: 400; padding-left: 1.5rem; } .matrix tbody tr.whole { background: #eee; } .none { color: #595959; }
.ids { font-size: .8125rem; line-height: 1.4; } .sign td { height: 2.75rem; } .muted { color: #444; font-size: .875rem; }
@page { size: A4; margin: 16mm 14mm; }
@media print { body { font-size: 10pt; max-width: none; padding: 0; } .skip { display: none; } a { color: #111; }
h2, h3 { break-after: avoid; } article, tr, .verdict, .sign { break-inside: avoid; } thead { display: table-header-group; } }`;

interface PageLook {
  readonly style: string;
  readonly skip: boolean;
  /** Ours, word for word; nothing that a service sends. */
  readonly script?: string;
}

const defaultLook: PageLook = { style: pageStyle, skip: true };

const skipLink = '<a class="skip" href="#content">To the content</a>\n';

export const page = (title: string, body: Html, look: PageLook = defaultLook): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(look.script)}">
<meta name="viewport" content="width=device-width">
<title>${text(title).html}</title>
<style>
${look.style}
</style>
</head>
<body>
${look.skip ? skipLink : ''}<main${look.skip ? ' id="content"' : ''}>
${body.html}
</main>
${look.script === undefined ? '' : `<script>${look.script}</script>\n`}</body>
</html>
`;
