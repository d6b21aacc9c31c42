const rooms = 'cli|docs/decisions/readings|helpers|sandbox|schemas|specs|suites|ui';

/** Every path that may be in the package: compiled code, what it reads, and what people read first. */
const patterns = [
  /^action\/[a-z]+\.sh$/,
  /^(?:package\.json|README\.md|CHANGELOG\.md|\.env\.example|cli\/bin\.js)$/,
  /^dist\/(?:package|fingerprints|bom\.cdx)\.json$/,
  new RegExp(`^dist/(?:${rooms})/.+(?:\\.js|\\.js\\.map|\\.d\\.ts)$`),
  /^dist\/schemas\/[\w.-]+\.json$/,
  /^dist\/ui\/page\/(?:[\w-]+\.(?:html|css)|lib\/LICENSE)$/,
  /^dist\/specs\/contract\.swagger\.json$/,
  /^dist\/docs\/decisions\/readings\/\d[\w.-]+\.md$/,
];

export const isOfPackage = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
