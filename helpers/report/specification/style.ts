import { pageStyle } from '../pages/html.ts';
import { pagedStyle } from '../pages/paged.ts';

/**
 * Each verdict has its word, its border and its color, so that a gray print says the same. Paper has what is kept without its detail, which
 * would take most of forty pages.
 */
export const mapStyle = (run: string): string => `${pageStyle}
[hidden] { display: none !important; } .sentences, .cells { list-style: none; padding: 0; margin: .25rem 0; }
.sentences > li { border: 1px solid #767676; border-left: .5rem solid #595959; margin: .5rem 0; padding: .25rem .75rem .5rem; }
.sentences > li:target { outline: 3px solid #0b3d91; } .sentences p { margin: .15rem 0; }
.word { display: inline-block; border: 2px solid #595959; padding: 0 .4rem; margin-right: .35rem; background: #fff; }
.pass, .pass .word { border-color: #1b7f3b; } .sentences > .pass { border-color: #767676; border-left-color: #1b7f3b; }
.sentences > .fail { border: 2px solid #b00020; border-left: .75rem solid #b00020; background: #fdeeee; } .fail > p > .word { border-color: #b00020; }
.sentences > .warn { border-left: .5rem dotted #9a6700; background: #fff8e1; } .warn > p > .word { border-color: #9a6700; border-style: dotted; }
.sentences > .waived { border-left: .75rem double #5b2a86; background: #f5effa; } .waived > p > .word { border-color: #5b2a86; border-style: double; }
.sentences > .blocked, .sentences > .untried, .sentences > .error { border-left: .5rem dashed #595959; background: #f2f2f2; }
.blocked > p > .word, .untried > p > .word, .error > p > .word { border-style: dashed; }
.cells { display: flex; flex-wrap: wrap; gap: .25rem; font-size: .875em; }
.cells > li { border: 1px solid #767676; border-left: .3rem solid #595959; padding: 0 .4rem; background: #fff; }
.cells > .pass { border-left-color: #1b7f3b; } .cells > .fail { border: 2px solid #b00020; } .cells > .warn { border-left: .3rem dotted #9a6700; }
.cells > .blocked, .cells > .untried, .cells > .error { border-style: dashed; }
.about { color: #444; } .on-paper { display: none; } .contents ul { columns: 18rem; column-gap: 2rem; padding: 0; } .contents li { break-inside: avoid; margin-left: 1.25rem; } .legend { table-layout: fixed; }
.legend th { overflow-wrap: normal; } .legend th[scope=col]:first-child { width: 8.5rem; } .legend th[scope=col]:is(:nth-child(2), :nth-child(3)) { width: 5rem; } .legend td:is(:nth-child(2), :nth-child(3)) { text-align: right; }
.filters { border: 1px solid #767676; padding: .5rem .75rem; margin: 1rem 0; } .filters fieldset { border: 0; padding: 0; margin: 0 0 .5rem; min-width: 0; }
.filters legend { font-weight: 600; padding: 0; } .filters label { display: inline-block; margin: .15rem 1rem .15rem 0; } .filters input { font: inherit; }
.filters input[type=checkbox] { width: 1.1rem; height: 1.1rem; vertical-align: -.15rem; } .filters input[type=search] { width: 16rem; max-width: 100%; box-sizing: border-box; }
.filters button { font: inherit; } .filters :focus-visible { outline: 3px solid #0b3d91; outline-offset: 2px; }
@media (max-width: 40rem) { .facts th { width: 5.5rem; } .legend { font-size: .8125rem; } .legend th, .legend td { padding: .15rem .3rem; }
.legend th[scope=col]:first-child { width: 5rem; } .legend th[scope=col]:is(:nth-child(2), :nth-child(3)) { width: 3.25rem; } }${pagedStyle(run)}
@media print { body { font-size: 8pt; line-height: 1.3; margin: 0; } .filters, #shown { display: none; } .on-paper { display: block; } .about { color: #111; }
h1 { font-size: 13pt; } h2 { font-size: 11pt; margin: 4mm 0 1mm; } h3 { font-size: 8pt; margin: 2mm 0 .5mm; } .verdict strong { font-size: 10pt; } th, td { padding: .3mm 1.5mm; }
.sentences > li { break-inside: avoid; margin: .6mm 0; padding: .3mm 1.5mm; } .sentences p { margin: 0; } .sentences > .pass > p { display: inline; } .sentences > .pass > p:nth-child(2)::before { content: ' · '; }
.word { border-width: 1px; padding: 0 .8mm; margin-right: 1mm; } .sentences > .pass > :nth-child(n+3) { display: none; } .cells { gap: .5mm; } }`;
