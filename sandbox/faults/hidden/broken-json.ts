import { allOf, onFalseForm, onQueryForm, onSubAgentForm } from '../../twists/circumstances.ts';
import { lenient, mendJson } from '../../twists/lenient-json.ts';
import { on, type When } from '../../twists/twists.ts';
import { faultTable } from '../table.ts';

const onPathForm: When = (request) => on('OP-9')(request) && !onQueryForm(request);
const not =
  (form: When): When =>
  (request) =>
    !form(request);

/** Each reads one kind of broken JSON on one form. */
export const brokenJsonFaults = [
  ...faultTable({ prefix: 'json-', breaks: ['HTTP-400'] }, [
    { does: 'OP-3 lets a comma pass behind its last value.', twist: mendJson(on('OP-3'), lenient.trailingComma) },
    { does: 'OP-7 lets a name without quotes pass.', twist: mendJson(on('OP-7'), lenient.unquotedNames) },
    { does: 'OP-9 lets a comma pass behind its last value.', twist: mendJson(onPathForm, lenient.trailingComma) },
    { does: 'OP-9 reads NaN where the session is in the query.', twist: mendJson(onQueryForm, lenient.notANumber) },
    { does: 'OP-12 lets single quotes pass.', twist: mendJson(on('OP-12'), lenient.singleQuotes) },
    {
      does: 'OP-13 lets a comma pass behind its last value.',
      twist: mendJson(allOf(on('OP-13'), not(onFalseForm)), lenient.trailingComma),
    },
    {
      does: 'OP-16 lets a line break inside a text pass.',
      twist: mendJson(allOf(on('OP-16'), not(onSubAgentForm('OP-16'))), lenient.lineBreaks),
    },
    { does: 'OP-16 lets a comment about a sub-agent pass.', twist: mendJson(onSubAgentForm('OP-16'), lenient.comments) },
  ]),
  ...faultTable({ prefix: 'json-', warns: ['HTTP-400'] }, [
    { does: 'OP-13 reads no further than the first value where it says false.', twist: mendJson(onFalseForm, lenient.textBehind) },
  ]),
];
