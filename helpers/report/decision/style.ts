import { pageStyle } from '../pages/html.ts';
import { pagedStyle } from '../pages/paged.ts';

/** Only a run that may be signed has anything green. Words and borders say the same in gray. */
const verdictColors = { may: '#1b7f3b', mayNot: '#b00020' } as const;

/** For a screen of any width, and A4: the sheet is one page, and every page carries run and number. */
export const decisionStyle = (run: string, signable: boolean): string => `${pageStyle}
.head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem; } .head h1 { font-size: 1.25rem; }
.verdict { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; border-left-width: .75rem; border-color: ${signable ? verdictColors.may : verdictColors.mayNot}; }
.verdict p { margin: 0; } .verdict .in-short { flex-basis: 100%; }
.row { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: 0 .75rem; border-bottom: 1px solid #767676; padding: .3rem 0; }
.row h2 { font-size: .8125rem; line-height: 1.85; letter-spacing: .03em; text-transform: uppercase; margin: 0; border: 0; } .row p { margin: 0; }
.lines { list-style: none; padding: 0; margin: 0; } .lines li { display: grid; gap: 0 .75rem; padding: .15rem 0; border-bottom: 1px dotted #767676; }
.lines li:last-child { border-bottom: 0; } .against li { grid-template-columns: minmax(0, 5fr) minmax(0, 8fr) 6.5rem 7.25rem; }
.accepted li { grid-template-columns: minmax(0, 4fr) minmax(0, 7fr) minmax(0, 2fr) minmax(0, 3fr) 6.25rem; } .against li.full { grid-template-columns: minmax(0, 4fr) minmax(0, 9fr) 6.5rem 7.25rem; }
.wide { border-bottom: 0; padding-top: .6rem; } .wide > div { grid-column: 1 / -1; } .wide h2 { grid-column: 1 / -1; }
.signed { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; padding: 1.5rem 0 .25rem; } .signed span { flex: 1 1 12rem; border-bottom: 1px solid #111; }
.annex > h2 { margin-top: 2.5rem; }
@media screen and (max-width: 45rem) {
  body { padding: .5rem; font-size: 15px; } .verdict { padding: .4rem .6rem; } .verdict strong { font-size: 1.1rem; } .row { grid-template-columns: 5.5rem minmax(0, 1fr); padding: .2rem 0; }
  .row p, .row li { font-size: .8125rem; line-height: 1.4; } .row h2 { font-size: .6875rem; } .head h1 { font-size: 1.05rem; margin: 0; }
  .against li, .against li.full, .accepted li { grid-template-columns: minmax(0, 1fr) auto; } .against li > *, .accepted li > * { grid-column: 1 / -1; }
  .against li > :nth-child(1), .accepted li > :nth-child(1) { grid-area: 1 / 1; } .against li > :nth-child(3), .accepted li > :nth-child(5) { grid-area: 1 / 2; } .facts th { width: 8.5rem; }
  .annex .matrix, .annex .matrix tbody, .annex .matrix caption { display: block; } .annex .matrix thead, .annex .matrix td.none { display: none; }
  .annex .matrix tr { display: flex; flex-wrap: wrap; gap: 0 .75rem; border-bottom: 1px solid #767676; padding: .2rem 0; }
  .annex .matrix th, .annex .matrix td { border: 0; padding: 0; } .annex .matrix th { flex: 0 0 100%; box-sizing: border-box; } .annex .matrix td::before { content: attr(data-name) ' '; }
}${pagedStyle(run)}
@media print { body { font-size: 9pt; line-height: 1.4; margin: 0; } .muted { font-size: 8pt; } .row { grid-template-columns: 6rem minmax(0, 1fr); }
.against li { grid-template-columns: minmax(0, 5fr) minmax(0, 9fr) 5rem 5.75rem; } .against li.full { grid-template-columns: minmax(0, 4fr) minmax(0, 9fr) 5rem 5.75rem; } .annexes { break-before: page; } .annex li, .lines li { break-inside: avoid; } .row { padding: 1mm 0; } .row h2 { font-size: 7.5pt; }
.head h1 { font-size: 13pt; } .verdict strong { font-size: 13pt; } .signed { padding-top: 9mm; } .annex .matrix th[scope=col] { font-size: 6pt; letter-spacing: -.01em; } .annex .matrix th[scope=col]:first-child { width: 24%; } }`;
