import type { VerdictFile } from '../../model/verdict-file.ts';
import { pagedStyle } from '../../pages/paged.ts';
import { decisionFiles, reportFiles, specificationPage } from '../../model/file-names.ts';

/**
 * Allure has no option for any of these: empty tabs, filters for retries that no run has, the logo, the ring and its hidden text, clauses
 * and addresses that are cut, the mark on the first line before anybody chose it, a white word on light red, warnings that look like passes,
 * a first run in which every test is new, and a phone's width. Of all categories, only warnings have the status of a pass.
 */
const style = `<style>
[data-empty], [data-first-run] [data-testid="metadata-item-new"], [data-first-run] [data-testid="metadata-item-total"] + div,
[data-first-run] [data-testid="tree-leaf-transition-new"], [data-first-run] [data-testid="transition-filter"], [data-testid="retry-filter"], [data-testid="flaky-filter"],
[data-testid="filter-tooltip"], [class*="styles_report-logo"],
div:has(> [data-testid="report-header"]) + div, body > span:not([class]) { display: none; }
[data-tree-node-id] * { white-space: normal; overflow-wrap: anywhere; }
[data-untouched] [data-tree-node-id][class*="-focused__"] { background: none; box-shadow: none; }
[data-untouched] [data-tree-node-id][class*="-focused__"]::before { display: none; }
[data-testid="test-result-error-message"] pre { white-space: pre-wrap; overflow-wrap: anywhere; text-align: left; }
[data-testid="test-result-status-failed"], [data-testid="counter"][class*="status-failed"],
[class*="styles_tree-status-bar-item"][class*="styles_failed"] { background: #b3261e; }
[data-passed-are-warnings] [class*="styles_tree-status-bar-item"][class*="styles_passed"] { background: #f2b93b; color: #111; }
[data-warning] [data-testid="tree-leaf-status-passed"] svg { display: none; }
[data-warning] [data-testid="tree-leaf-status-passed"]::before { content: '!'; display: block; width: 16px; border-radius: 8px; background: #f2b93b; color: #111; font: bold 12px/16px Arial, sans-serif; text-align: center; }
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

/** On a screen the list scrolls within the window, so paper would have its beginning alone. */
const paperStyle = (run: string): string => `<style>${pagedStyle(run)}
@media print { body, #app, #app * { height: auto !important; max-height: none !important; overflow: visible !important; }
[data-testid="report-variables"] *, [data-testid="metadata-list"] * { white-space: normal; } }
</style>`;

/** Allure makes links of whole addresses alone, and the page is a file. The name can belong to no host; the page has the report folder instead. */
const reportFolder = 'https://report-folder.invalid/';

/** The address of a file of the report folder, for the links of a result. */
export const linkTo = (path: string): string => `${reportFolder}${path}`;

/** Allure's buttons without words get names for readers by ear, and what the style is about gets its mark, whenever something is drawn. */
const markScript = `<script>(() => {
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
  const linkAll = () => {
    for (const link of document.querySelectorAll('a[href^="${reportFolder}"]'))
      link.setAttribute('href', link.getAttribute('href').replace('${reportFolder}', '../'));
  };
  const find = (name) => document.querySelector('[data-testid="' + name + '"]');
  const numberIn = (name) => find(name)?.querySelector('span')?.textContent;
  const markAll = () => {
    for (const tab of document.querySelectorAll('[data-testid^="nav-tab-"]'))
      tab.toggleAttribute('data-empty', tab.querySelector('[data-testid="counter"]')?.textContent === '0');
    const app = document.getElementById('app');
    const tags = new URLSearchParams(location.search).getAll('tags');
    const onlyWarnings = tags.includes('warn') && tags.every((tag) => ['warn', 'blocked', 'untried'].includes(tag));
    app.toggleAttribute('data-passed-are-warnings', onlyWarnings || find('nav-tab-categories')?.getAttribute('aria-current') === 'true');
    const all = numberIn('metadata-item-total');
    if (all !== undefined) app.toggleAttribute('data-first-run', numberIn('metadata-item-new') === all);
    for (const title of document.querySelectorAll('[data-testid="tree-leaf-title"]'))
      title.closest('[data-tree-node-id]')?.toggleAttribute('data-warning', title.textContent.startsWith('Warning: '));
  };
  const opened = new WeakSet();
  const openWarnings = () => {
    if (!document.documentElement.matches('[data-opens-warnings][data-untouched]')) return;
    for (const toggle of document.querySelectorAll('[data-testid="tree-subtree-toggle"]')) {
      if (!opened.has(toggle)) toggle.click();
      opened.add(toggle);
    }
  };
  const update = () => {
    nameAll();
    linkAll();
    markAll();
    openWarnings();
  };
  new MutationObserver(update).observe(document.getElementById('app'), { childList: true, subtree: true, characterData: true, attributeFilter: ['aria-current', 'href'] });
})();</script>`;

/** Relative to the page. */
const pages: readonly (readonly [path: string, name: string])[] = [
  [specificationPage, 'Map of the specification'],
  [decisionFiles.page, 'Decision on this run'],
  [reportFiles.summary, 'Summary'],
];

const links = pages.map(([path, name]) => `<a href="../${path}">${name}</a>`).join(' ');

/** An address with a query or an anchor stays as it is. `mark` is set on the page where it is opened so. */
const openAs = (query: string, mark?: string): string =>
  `<script>if (location.search === '' && location.hash === '') {
  history.replaceState(null, '', '?${query}');${
    mark === undefined
      ? ''
      : `
  document.documentElement.toggleAttribute('${mark}', true);`
  }
}</script>`;

/**
 * Where nothing failed, the page opens on warnings, and on what was not judged where the run may not be signed for it.
 */
function openingScript({ verdict, counts }: VerdictFile): string {
  if (counts.fail + counts.error > 0) return '';
  const isOpen = verdict === 'incomplete' || verdict === 'inconclusive' || verdict === 'judged-in-part';
  const untested = isOpen ? (['blocked', 'untried'] as const).filter((one) => counts[one] > 0) : [];
  if (counts.warn > 0) return openAs(['warn', ...untested].map((tag) => `tags=${tag}`).join('&'), 'data-opens-warnings');
  return untested.length === 0 ? '' : openAs('status=skipped');
}

const app = '<div id="app"></div>';

const charset = '<meta charset="utf-8">';
/** Without it a phone shows the page as wide as a desk, and tiny. */
const viewport = '<meta name="viewport" content="width=device-width">';

/** Puts Allure's page into a frame: a heading, links to the other pages of the run, and the main part. */
export const frame = (html: string, file: VerdictFile): string =>
  html.replace(charset, `${charset}\n    ${viewport}`).replace(
    app,
    () => `<header class="run-pages"><h1>Checks of this run</h1><nav aria-label="Pages of this run">${links}</nav></header>
<div id="app" role="main"></div>${style}${paperStyle(file.run.id)}${markScript}${openingScript(file)}`,
  );
