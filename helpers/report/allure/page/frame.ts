import type { VerdictFile } from '../../model/verdict-file.ts';
import { decisionFiles, reportFiles, specificationPage } from '../../model/file-names.ts';

/**
 * Allure has no option for any of these: tabs that are always empty here, filters for retries that no run has, the logo, the ring and
 * its hidden text, clauses that are cut, the mark on the first line before anybody chose it, a white word on light red, and a phone's width.
 */
const style = `<style>
[data-testid="nav-tab-qualityGate"], [data-testid="nav-tab-globalErrors"], [data-testid="retry-filter"], [data-testid="flaky-filter"],
[data-testid="filter-tooltip"], [class*="styles_report-logo"],
div:has(> [data-testid="report-header"]) + div, body > span:not([class]) { display: none; }
[data-tree-node-id] * { white-space: normal; overflow-wrap: anywhere; }
[data-untouched] [data-tree-node-id][class*="-focused__"] { background: none; box-shadow: none; }
[data-untouched] [data-tree-node-id][class*="-focused__"]::before { display: none; }
[data-testid="test-result-status-failed"], [data-testid="counter"][class*="status-failed"] { background: #b3261e; }
body { display: flex; flex-direction: column; height: 100vh; }
#app { flex: 1; min-height: 0; } #app > div { height: 100%; }
.run-pages { display: flex; flex-wrap: wrap; gap: 0 16px; padding: 6px 32px; background: #fff; color: #111; font: 14px/20px Arial, sans-serif; }
.run-pages h1 { font: inherit; margin: 0; } .run-pages a { color: #0b3d91; margin-right: 12px; }
@media (max-width: 40rem) {
[data-testid="base-layout"], .run-pages { padding-left: 8px; padding-right: 8px; }
div:has(> div > [data-testid="metadata-item-total"]), #app div:has(> div > a[href*="allurereport.org"]) { display: none; }
div:has(> [data-testid="tab-all"]) { flex-wrap: wrap; }
[data-testid="metadata-list"] { grid-template-columns: 100% !important; }
[data-testid="metadata-list"] > div { grid-template-columns: 40% 60%; } [data-testid="metadata-list"] * { white-space: normal; overflow-wrap: anywhere; }
div:has(> [data-testid="retry-filter"]) { flex-wrap: nowrap; overflow-x: auto; }
div:has(> div > [data-testid="report-variables"]):has(> section) { display: flex; flex-direction: column; }
div:has(> [data-testid="report-variables"]) { display: contents; } [data-testid="report-variables"] { order: 1; }
[data-testid="test-result-attachment-header"] { flex-wrap: wrap; } [data-testid="test-result-attachment-header"] > button { flex: 1 1 100%; }
}
</style>`;

/** Allure's buttons without words get names for readers by ear, whenever new ones are drawn. */
const nameScript = `<script>(() => {
  const names = [
    ['[data-testid="toggle-layout-button"]', 'Change the layout'],
    ['[data-testid="toggle-layout-button"] ~ button, [data-testid="toggle-layout-button"] ~ * button', 'Change the colors'],
    ['[data-testid="test-result-nav-prev"]', 'Previous check'],
    ['[data-testid="test-result-nav-next"]', 'Next check'],
    ['[data-testid="test-result-error"] button', 'Copy the error'],
  ];
  const nameOf = (button) =>
    names.find(([selector]) => button.matches(selector))?.[1] ?? ('Open or close ' + button.parentElement.textContent.trim().slice(0, 100)).trim();
  const nameAll = () => {
    for (const button of document.querySelectorAll('#app button:not([aria-label])'))
      if (button.textContent.trim() === '') button.setAttribute('aria-label', nameOf(button));
    for (const button of document.querySelectorAll('[data-testid="test-result-error"] > button[aria-label="Error"]'))
      if (button.textContent.trim() !== '') button.removeAttribute('aria-label');
  };
  new MutationObserver(nameAll).observe(document.getElementById('app'), { childList: true, subtree: true });
})();</script>`;

/** Relative to the page. */
const pages: readonly (readonly [path: string, name: string])[] = [
  [specificationPage, 'Map of the specification'],
  [decisionFiles.page, 'Decision on this run'],
  [reportFiles.summary, 'Summary'],
];

const links = pages.map(([path, name]) => `<a href="../${path}">${name}</a>`).join(' ');

/** Where nothing failed and the run may not be signed, the page opens on what was not judged. An address with a query or an anchor stays as it is. */
const skippedFirstScript = `<script>if (location.search === '' && location.hash === '') history.replaceState(null, '', '?status=skipped');</script>`;

const opensWithSkipped = ({ verdict, counts }: VerdictFile): boolean =>
  (verdict === 'incomplete' || verdict === 'inconclusive' || verdict === 'judged-in-part') &&
  counts.fail + counts.error === 0 &&
  counts.blocked + counts.untried > 0;

const app = '<div id="app"></div>';

/** Puts Allure's page into a frame: a heading, links to the other pages of the run, and the main part. */
export const frame = (html: string, file: VerdictFile): string =>
  html.replace(
    app,
    () => `<header class="run-pages"><h1>Checks of this run</h1><nav aria-label="Pages of this run">${links}</nav></header>
<div id="app" role="main"></div>${style}${nameScript}${opensWithSkipped(file) ? skippedFirstScript : ''}`,
  );
