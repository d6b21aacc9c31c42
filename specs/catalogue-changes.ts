/** One version of the clause catalogue. Who must stay on it installs the release that has it. */
export interface CatalogueChange {
  /** `major.minor`: a hardened clause raises the major number, a new binding clause the minor one, any other change the minor one too. */
  readonly version: string;
  /** What the version holds, and what changed, in one sentence. */
  readonly about: string;
  /** SHA-256 of the catalogue, as `run.specification` in verdict.json has it. */
  readonly fingerprint: string;
  /** How many clauses are stated or implied. */
  readonly binding: number;
  /** New binding clauses. A service that was conformant may break them. */
  readonly added: readonly string[];
  /** Clauses that ask for more than before. A service that kept them may break them. */
  readonly hardened: readonly string[];
  /** Ids of binding clauses that left the catalogue, or bind no longer. */
  readonly retired: readonly string[];
}

/** Oldest first. A test fails when the catalogue changes and this list does not. */
export const catalogueChanges = [
  {
    version: '1.0',
    about: 'The catalogue of release 0.1.0.',
    fingerprint: 'ca8f854347f7919808e7c1464731fb3e275f8e1a53eac1928271e6bb55cef442',
    binding: 337,
    added: [],
    hardened: [],
    retired: [],
  },
  {
    version: '2.0',
    about: 'Answers have to agree with one another, and five clauses ask for more.',
    fingerprint: 'e828fb8382b294a0dd1abdd9d2b4700d5ec4d2dd3dc94c319062768424503a99',
    binding: 346,
    added: [
      'OP4-STATUS-TRUE',
      'OP6-LISTED-ONCE',
      'OP9-INVOICES-DIFFER',
      'OP11-TRANSACTION-IDS-DIFFER',
      'OP9-FOREIGN-SENDER',
      'OP12-CODE-REQUIRED',
      'OP12-NEWEST-MPIN',
      'CALLBACK-AFTER-COMPLETION',
      'REFUSAL-SHOWS-NOTHING',
    ],
    hardened: [
      'OP16-URL-PARAMETERS',
      'OP10-FINAL-STATUS-KEPT',
      'OP11-FINAL-STATUS-KEPT',
      'SWAGGER-PARAMETERS',
      'TOKEN-REFUSES-WRONG-CREDENTIALS',
    ],
    retired: [],
  },
  {
    version: '2.1',
    about:
      'A completed transfer keeps its bank transaction, a sender its name, the session of a balance query pays nothing, and nobody pays for another sender.',
    fingerprint: 'cdb770dc771ab0d6d7ef9d83beaa79d393703384a90210cfb42930e4eae1d83c',
    binding: 348,
    added: ['OP11-TRANSACTION-ID-KEPT', 'OP14-OTHERS-PAY-NOTHING'],
    hardened: [],
    retired: [],
  },
] as const satisfies readonly [CatalogueChange, ...CatalogueChange[]];

const versions: readonly CatalogueChange[] = catalogueChanges;

export const catalogueVersion: string = versions.at(-1)?.version ?? '';

/** Clauses that may turn red for a service that kept the earlier version. */
export const mayTurnRed = ({ added, hardened }: CatalogueChange): readonly string[] => [...added, ...hardened];
