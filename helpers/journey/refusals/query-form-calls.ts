import { apiCodes } from '../../../specs/codes.ts';
import { requestTransfer } from '../../../specs/operations.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Session, Step } from '../../session/session.ts';
import { queryFormLeftOpen } from '../customer/query-form.ts';
import { brokenCalls, brokenWay } from '../calls/broken-json.ts';
import { consentByWay } from './wrong-consents.ts';
import type { RefusedCall } from './refused-call.ts';

export async function mustServeQueryForm(session: Session, queryForm: Step<Reply>): Promise<Reply> {
  // A transfer requested here would wait for the turn that this call has.
  const done = queryForm.isRequested() ? await session.after(queryForm) : null;
  if (done?.ok !== true || done.value.code !== apiCodes.success) throw queryFormLeftOpen();
  return done.value;
}

const brokenQueryCalls = brokenCalls.filter(({ form }) => form.id === 'OP-9-query');

const wrongByWay: Readonly<Record<string, Pick<RefusedCall, 'consent' | 'makeWrong'>>> = {
  'missing-consent': { consent: () => Promise.resolve(undefined), makeWrong: (call) => call },
  'unknown-session': {
    consent: 'shared-code',
    makeWrong: (call) => ({ ...call, query: { ...call.query, sessionId: unknownValues.uuid } }),
  },
  none: { consent: consentByWay('none').header, makeWrong: (call) => call },
  'unknown-state': { consent: consentByWay('unknown-state').header, makeWrong: (call) => call },
  'no-token': { consent: 'shared-code', makeWrong: (call) => ({ ...call, token: 'none' }) },
  // A service may look at the code before it reads the payload.
  ...Object.fromEntries(brokenQueryCalls.map(({ name, change }) => [brokenWay(name), { consent: 'shared-code', makeWrong: change }])),
};

/** The same wrong call with its session in the query. */
export const inQueryForm = (row: RefusedCall, queryForm: Step<Reply>): RefusedCall => ({
  ...row,
  form: 'query',
  makeWrong: async (call, context, session) => {
    await mustServeQueryForm(session, queryForm);
    return row.makeWrong(call, context, session);
  },
});

/** OP-9 with its session in the query, and one thing wrong. */
export const listQueryCalls = (queryForm: Step<Reply>): readonly RefusedCall[] =>
  Object.entries(wrongByWay).map(([way, wrong]) => inQueryForm({ way, operation: requestTransfer, ...wrong }, queryForm));
