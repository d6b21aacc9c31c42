import type { JsonObject } from '../../../sandbox/http/json.ts';
import { objects, word, type Partner } from './partner.ts';

export const request = (change: JsonObject): JsonObject => ({
  userType: 'subAgent',
  name: 'Testcase Person',
  mobile: 9990000110,
  email: 'person@example.test',
  fatherName: 'Testcase Father',
  gstInNumber: '00AAAAA0000A0Z0',
  pan: 'AAAAA0000A',
  subAgentTag: '',
  ...change,
});

export const customerRequest = (me: Partner): JsonObject =>
  request({ userType: 'customer', fatherName: '', gstInNumber: '', pan: '', subAgentTag: me.subAgentTag });

/** Returns the address that completes the onboarding. */
export const start = async (me: Partner, body: JsonObject): Promise<string> =>
  word((await me.call('POST', `${objects}/ekyc/onboarding/ekycRequest`, { body })).result, 'url');
