import type { Edit } from './edit.ts';

/** What a case asks of its answer; `oracles` says how each is judged. */
export type Expectation =
  | 'any'
  | 'broken-json'
  | 'elsewhere'
  | 'look-alike-code'
  | 'malformed-consent'
  | 'no-token'
  | 'not-http'
  | 'other-state'
  | 'own-result'
  | 'overridden';

/** Another operation may have such an address: its answer must satisfy only what the case says. */
export const mayBeElsewhere = (expects: Expectation): boolean =>
  expects === 'elsewhere' || expects === 'no-token' || expects === 'not-http';

export interface Case {
  readonly edits: readonly Edit[];
  readonly mutation: string;
  readonly expects: Expectation;
  /** The call means the same as the documented call. */
  readonly same?: true;
  /** The call sends a code that is known to be wrong. */
  readonly sendsWrongCode?: true;
}

export type Dimension = 'payload' | 'json' | 'address' | 'headers' | 'consent' | 'bytes';

/** The field of a payload that has a code. */
export const codeField = 'otp';

/** Another value of it is a wrong code to the service, however odd it is. */
const changesCode = (edit: Edit): boolean =>
  edit.on === 'payload' &&
  ((edit.do === 'set' && edit.path.at(-1) === codeField) || (edit.do === 'add' && edit.key === codeField && edit.lexeme !== 'null'));

export const createCase = (edit: Edit, mutation: string, more: Partial<Case> = {}): Case => ({
  edits: [edit],
  mutation,
  expects: 'any',
  ...(more.same !== true && changesCode(edit) && { sendsWrongCode: true }),
  ...more,
});
