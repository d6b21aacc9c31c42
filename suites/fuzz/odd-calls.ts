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
import { effectsOf, listedAs, onChapter, taken, type Row } from '../support/campaign-chapter.ts';

const every: readonly Operation[] = operations;
const withPayload = every.filter(({ payload }) => payload !== null);
const withConsent = every.filter(({ consent }) => consent === 'required');
const posted = every.filter(({ method }) => method === 'POST');
const givenResults = every.filter(({ id }) => givenByService[id] !== undefined);
/** Of calls with effects nobody can tell what became of them without an answer (reading 6). */
const withoutEffect = every.filter(({ effect }) => effect === 'none');
/** Without effects, so that whatever a server makes of such bytes harms nobody. */
const bare: readonly Operation[] = [paymentSources, transferSecurityScheme];

const anyAnswer = (dimension: Dimension, fact: string): Row => ({ dimension, clause: 'HTTP-NO-5XX', fact });

/** Which operations have odd calls in each dimension, and what these are held against. */
const rows: readonly (readonly [Row, readonly Operation[]])[] = [
  [anyAnswer('payload', 'takes or refuses odd payloads without a server error'), withPayload],
  [
    { dimension: 'payload', clause: 'OP11-AMOUNT-EXACT', fact: 'pays the amount that was written, however it was written' },
    [requestTransfer],
  ],
  [{ dimension: 'json', clause: 'HTTP-400', by: 'broken-json', fact: 'answers whatever is no JSON with HTTP 400' }, withPayload],
  [anyAnswer('address', 'takes or refuses odd addresses without a server error'), every],
  [anyAnswer('headers', 'takes or refuses odd headers without a server error'), every],
  [{ dimension: 'address', clause: 'HTTP-ANSWERED', fact: 'answers odd addresses' }, withoutEffect],
  [{ dimension: 'headers', clause: 'HTTP-ANSWERED', fact: 'answers odd headers' }, withoutEffect],
  [
    { dimension: 'consent', clause: 'CONSENT-MALFORMED', by: 'malformed-consent', fact: 'refuses consents in none of the stated forms' },
    withConsent,
  ],
  [
    {
      dimension: 'consent',
      clause: 'CONSENT-STATE-OTHER-MOBILE',
      by: 'other-state',
      fact: "refuses another mobile's state, however it is written",
    },
    withConsent,
  ],
  [
    {
      dimension: 'consent',
      clause: 'CONSENT-LOOK-ALIKE-DIGITS',
      by: 'look-alike-code',
      fact: 'takes no code in the digits of another script',
    },
    withConsent,
  ],
  [
    {
      dimension: 'payload',
      clause: 'CONSENT-LOOK-ALIKE-DIGITS',
      by: 'look-alike-code',
      fact: 'takes no code in the digits of another script',
    },
    [setMpin],
  ],
  [
    { dimension: 'payload', clause: 'FIELD-RESULT-NOT-CHOSEN', by: 'own-result', fact: 'lets no caller choose what it gives' },
    givenResults,
  ],
  [
    { dimension: 'address', clause: 'AUTH-401', by: 'no-token', fact: 'serves nobody without a token, however its address is written' },
    every,
  ],
  [{ dimension: 'headers', clause: 'HTTP-415', by: 'overridden', fact: 'is not asked with GET by a header that says POST' }, posted],
  [anyAnswer('bytes', 'takes or refuses bytes that no client sends without a server error'), bare],
];

const moved = (dimension: Dimension): readonly [Row, readonly Operation[]] => [
  { dimension, clause: 'OP9-REFUSED-NOTHING-MOVED', fact: `moves no money when it refuses odd calls (${dimension})` },
  [requestTransfer],
];

const changed = (dimension: Dimension, among: readonly Operation[]): readonly [Row, readonly Operation[]] => [
  { dimension, clause: 'REFUSAL-NOTHING-CHANGED', fact: `leaves the beneficiaries alone when it refuses odd calls (${dimension})` },
  among,
];

const lists: readonly Operation[] = [addBeneficiary, activateBeneficiary];

/** What odd calls may not do to their sender, whatever they are answered (readings 17 and 20). */
const effects: readonly (readonly [Row, readonly Operation[]])[] = [
  [{ dimension: 'payload', clause: 'OP9-NEGATIVE-AMOUNT', fact: 'credits nobody for an amount of zero or less' }, [requestTransfer]],
  moved('payload'),
  moved('json'),
  moved('address'),
  moved('headers'),
  moved('consent'),
  changed('payload', lists),
  changed('json', lists),
  changed('address', lists),
  changed('headers', lists),
  changed('consent', [addBeneficiary]),
];

/** Names of letters and blanks are listed as they were sent; of odd ones the document says nothing of its own. */
const oddNames: Row = {
  dimension: 'payload',
  clause: 'OP7-LISTED-AS-SENT',
  fact: 'has odd names listed with their letters',
  hardest: 'warn',
};

const open: readonly (readonly [Dimension, ClauseId, readonly Operation[]])[] = [
  ['payload', 'FIELD-PRESENCE-NOT-SHOWN', withPayload],
  ['address', 'FIELD-FORMATS-NOT-SHOWN', every],
  ['headers', 'HTTP-ENCODINGS', every],
  ['consent', 'CONSENT-SPELLING', withConsent],
];

export const oddCalls: Suite = {
  name: 'Odd calls',
  area: 'Fuzzing',
  checks: [
    ...rows.flatMap(([row, among]) => among.map((operation) => onChapter(row, operation))),
    ...effects.flatMap(([row, among]) => among.map((operation) => effectsOf(row, operation))),
    listedAs(oddNames, addBeneficiary),
    ...open.flatMap(([dimension, clause, among]) => among.map((operation) => taken(dimension, clause, operation))),
  ],
};
