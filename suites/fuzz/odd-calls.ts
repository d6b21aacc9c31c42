import type { Dimension } from '../../helpers/fuzz/cases/case.ts';
import { givenByService } from '../../helpers/fuzz/values/bypasses.ts';
import type { Suite } from '../../helpers/runner/check.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { Operation } from '../../specs/operation.ts';
import {
  activateBeneficiary,
  addBeneficiary,
  operations,
  paymentSources,
  requestTransfer,
  setMpin,
  transferSecurityScheme,
} from '../../specs/operations.ts';
import { effectsCheck, listedNamesCheck, chapterCheck, servedOddCallsCheck, type ChapterRow } from '../support/campaign-chapter.ts';

const allOperations: readonly Operation[] = operations;
const operationsWithPayload = allOperations.filter(({ payload }) => payload !== null);
const operationsWithConsent = allOperations.filter(({ consent }) => consent === 'required');
const postOperations = allOperations.filter(({ method }) => method === 'POST');
const operationsWithGivenResults = allOperations.filter(({ id }) => givenByService[id] !== undefined);
/** A call with an effect may have been done although no answer came, so only calls without effect must be answered (reading 6). */
const operationsWithoutEffect = allOperations.filter(({ effect }) => effect === 'none');
/** Without effects, so the bytes harm no one, however a server reads them. */
const operationsForRawBytes: readonly Operation[] = [paymentSources, transferSecurityScheme];

const noServerErrorRow = (dimension: Dimension, fact: string): ChapterRow => ({ dimension, clause: 'HTTP-NO-5XX', fact });

/** Which operations have odd calls in each dimension, and the clause that judges them. */
const chapterRows: readonly (readonly [ChapterRow, readonly Operation[]])[] = [
  [noServerErrorRow('payload', 'takes or refuses odd payloads without a server error'), operationsWithPayload],
  [
    { dimension: 'payload', clause: 'OP11-AMOUNT-EXACT', fact: 'pays the amount that was written, however it was written' },
    [requestTransfer],
  ],
  [
    { dimension: 'json', clause: 'HTTP-400', expectation: 'broken-json', fact: 'answers a payload that is not JSON with HTTP 400' },
    operationsWithPayload,
  ],
  [noServerErrorRow('address', 'takes or refuses odd addresses without a server error'), allOperations],
  [noServerErrorRow('headers', 'takes or refuses odd headers without a server error'), allOperations],
  [{ dimension: 'address', clause: 'HTTP-ANSWERED', fact: 'answers odd addresses' }, operationsWithoutEffect],
  [{ dimension: 'headers', clause: 'HTTP-ANSWERED', fact: 'answers odd headers' }, operationsWithoutEffect],
  [
    {
      dimension: 'consent',
      clause: 'CONSENT-MALFORMED',
      expectation: 'malformed-consent',
      fact: 'refuses consents in none of the stated forms',
    },
    operationsWithConsent,
  ],
  [
    {
      dimension: 'consent',
      clause: 'CONSENT-STATE-OTHER-MOBILE',
      expectation: 'other-state',
      fact: "refuses another mobile's state, however it is written",
    },
    operationsWithConsent,
  ],
  [
    {
      dimension: 'consent',
      clause: 'CONSENT-LOOK-ALIKE-DIGITS',
      expectation: 'look-alike-code',
      fact: 'takes no code in the digits of another script',
    },
    operationsWithConsent,
  ],
  [
    {
      dimension: 'payload',
      clause: 'CONSENT-LOOK-ALIKE-DIGITS',
      expectation: 'look-alike-code',
      fact: 'takes no code in the digits of another script',
    },
    [setMpin],
  ],
  [
    { dimension: 'payload', clause: 'FIELD-RESULT-NOT-CHOSEN', expectation: 'own-result', fact: 'lets no caller choose its result' },
    operationsWithGivenResults,
  ],
  [
    {
      dimension: 'address',
      clause: 'AUTH-401',
      expectation: 'no-token',
      fact: 'serves no call without a token, however its address is written',
    },
    allOperations,
  ],
  [
    { dimension: 'headers', clause: 'HTTP-415', expectation: 'overridden', fact: 'does not take GET for POST because of a header' },
    postOperations,
  ],
  [noServerErrorRow('bytes', 'takes or refuses bytes that no client sends without a server error'), operationsForRawBytes],
];

const nothingMovedRow = (dimension: Dimension): readonly [ChapterRow, readonly Operation[]] => [
  { dimension, clause: 'OP9-REFUSED-NOTHING-MOVED', fact: `moves no money when it refuses odd calls (${dimension})` },
  [requestTransfer],
];

const nothingChangedRow = (dimension: Dimension, among: readonly Operation[]): readonly [ChapterRow, readonly Operation[]] => [
  { dimension, clause: 'REFUSAL-NOTHING-CHANGED', fact: `leaves the beneficiaries alone when it refuses odd calls (${dimension})` },
  among,
];

const operationsOnBeneficiaries: readonly Operation[] = [addBeneficiary, activateBeneficiary];

/** What no answer allows odd calls to do to their sender (readings 17 and 20). */
const effectRows: readonly (readonly [ChapterRow, readonly Operation[]])[] = [
  [{ dimension: 'payload', clause: 'OP9-NEGATIVE-AMOUNT', fact: 'credits no account for an amount of zero or less' }, [requestTransfer]],
  nothingMovedRow('payload'),
  nothingMovedRow('json'),
  nothingMovedRow('address'),
  nothingMovedRow('headers'),
  nothingMovedRow('consent'),
  nothingChangedRow('payload', operationsOnBeneficiaries),
  nothingChangedRow('json', operationsOnBeneficiaries),
  nothingChangedRow('address', operationsOnBeneficiaries),
  nothingChangedRow('headers', operationsOnBeneficiaries),
  nothingChangedRow('consent', [addBeneficiary]),
];

/** Names of letters and blanks are listed as they were sent. The document is silent about odd names. */
const oddNames: ChapterRow = {
  dimension: 'payload',
  clause: 'OP7-LISTED-AS-SENT',
  fact: 'keeps the letters of odd names in the list',
  hardest: 'warn',
};

const leftOpenRows: readonly (readonly [Dimension, ClauseId, readonly Operation[]])[] = [
  ['payload', 'FIELD-PRESENCE-NOT-SHOWN', operationsWithPayload],
  ['address', 'FIELD-FORMATS-NOT-SHOWN', allOperations],
  ['headers', 'HTTP-ENCODINGS', allOperations],
  ['consent', 'CONSENT-SPELLING', operationsWithConsent],
];

export const oddCalls: Suite = {
  name: 'Odd calls',
  area: 'Fuzzing',
  checks: [
    ...chapterRows.flatMap(([row, among]) => among.map((operation) => chapterCheck(row, operation))),
    ...effectRows.flatMap(([row, among]) => among.map((operation) => effectsCheck(row, operation))),
    listedNamesCheck(oddNames, addBeneficiary),
    ...leftOpenRows.flatMap(([dimension, clause, among]) => among.map((operation) => servedOddCallsCheck(dimension, clause, operation))),
  ],
};
