import { expect, test } from 'vitest';
import { senderDetail } from '../../../specs/operations.ts';
import { readValidEntries } from '../../../helpers/fuzz/model/view.ts';
import { isActive, readBeneficiaries } from '../../../helpers/judge/facts/beneficiaries.ts';
import { readEntries } from '../../../helpers/judge/facts/lists.ts';
import { envelope, reply } from '../replies.ts';
import { catchStop } from '../stops.ts';

const written = { beneficiaryId: '017', accountNumber: '00999', ifscCode: 'AAAA0000001', accountHolderName: 'No One', status: 'true' };
const read = { id: '017', account: '00999', ifsc: 'AAAA0000001', name: 'No One', status: 'true' };

test.each([
  ['as specified', written, read],
  ['with numbers for texts', { ...written, beneficiaryId: 17, accountNumber: 999 }, { ...read, id: '17', account: '999' }],
  ['with ids of other types', { ...written, beneficiaryId: true, accountNumber: ['1'] }, { ...read, id: '', account: '' }],
  ['with a boolean for its text', { ...written, status: false }, { ...read, status: 'false' }],
  ['with another status', { ...written, status: 'active' }, { ...read, status: 'active' }],
  ['without any field', {}, { id: '', account: '', ifsc: '', name: '', status: 'undefined' }],
  ['that is nothing', null, { id: '', account: '', ifsc: '', name: '', status: 'undefined' }],
])('a beneficiary %s is read', (_, listed, one) => {
  expect(readBeneficiaries({ beneficiaries: [listed] })).toEqual([one]);
});

test('each is read in its place, also one that is listed twice', () => {
  const listed = [written, { ...written, status: 'false' }, written];
  expect(readBeneficiaries({ beneficiaries: listed }).map(isActive)).toEqual([true, false, true]);
});

test.each([[undefined], [null], [{}], [[written]], [{ beneficiaries: null }], [{ beneficiaries: { 0: written } }]])(
  '%j lists nobody',
  (result) => {
    expect(readBeneficiaries(result)).toEqual([]);
  },
);

test('facts have ids without leading zeros, and every status as written', () => {
  expect(readEntries({ beneficiaries: [{ ...written, status: 'active' }] })).toEqual([{ ...read, id: '17', status: 'active' }]);
});

test('a campaign has ids as written, and calls inactive what is not active', () => {
  const answer = (beneficiaries: unknown): ReturnType<typeof reply> => reply(senderDetail, { body: envelope(2000, { beneficiaries }) });
  expect(readValidEntries(answer([written, { ...written, status: 'active' }]))).toEqual([read, { ...read, status: 'false' }]);
  expect(catchStop(() => readValidEntries(answer('none')))).toMatchObject({ cause: 'OP6-RESULT-BENEFICIARIES' });
});
