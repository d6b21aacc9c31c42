/** No inline script, nothing from elsewhere, and no text becomes markup except through the renderer's own templates. */
const page =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html";

/** A page of a report is one file that names the hash of its own script, if it has one. Only that script runs. */
const report = (scriptHash: string | null): string =>
  `default-src 'none'; script-src ${scriptHash === null ? "'none'" : `'${scriptHash}'`}; style-src 'unsafe-inline'; img-src data:; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Allure's page brings its own scripts. It runs without our origin: without cookie, storage and any request to us. */
const allure =
  "sandbox allow-scripts allow-popups allow-downloads; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data: blob:; " +
  "style-src 'unsafe-inline' data:; img-src data: blob:; font-src data:; connect-src data: blob:; frame-src data: blob:; " +
  "base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

const withPolicy = (policy: string, caching: string) => ({
  ...{ 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'same-origin', 'Cross-Origin-Resource-Policy': 'same-origin' },
  ...{ 'Content-Security-Policy': policy, 'Cache-Control': caching },
});

export const headers = {
  page: withPolicy(page, 'no-cache'),
  api: withPolicy("default-src 'none'; frame-ancestors 'none'", 'no-store'),
  report: (scriptHash: string | null) => withPolicy(report(scriptHash), 'no-store'),
  allure: withPolicy(allure, 'no-store'),
} as const;
