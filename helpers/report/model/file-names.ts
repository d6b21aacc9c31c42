export const contractNames = { page: 'contract-diff.html', table: 'contract-diff.md', record: 'contract-diff.json' } as const;

export const reportFiles = { verdict: 'verdict.json', junit: 'junit.xml', summary: 'summary.md', har: 'evidence.har' } as const;

export const decisionFiles = { page: 'decision.html', record: 'decision.json' } as const;

/** The map of the specification. */
export const specificationPage = 'specification.html';

export const proofFiles = { page: 'proof.html', record: 'proof.json' } as const;

export const reportPagePath = 'allure-report/index.html';

/** Where the map shows a clause, from the report folder. */
export const toMapAddress = (clause: string): string => `${specificationPage}#${encodeURIComponent(clause)}`;
