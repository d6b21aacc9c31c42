import { expect, test } from 'vitest';
import type { Json } from '../../sandbox/http/json.ts';
import { field } from '../../sandbox/http/json.ts';
import { asText } from '../../sandbox/twists/results.ts';
import { changeResponse, on, withResult } from '../../sandbox/twists/twists.ts';
import { failedClauses, judgeSandbox, withVerdict } from '../run/judged.ts';
import { someOf } from '../some-of.ts';

/** OP-16 answers of one form, changed. */
const ofForm = (userType: string, name: string, change: (value: string) => Json) =>
  changeResponse(on('OP-16'), (response, { body }) =>
    field(body, 'userType') === userType
      ? withResult(response, (result) => ({ ...result, [name]: change(asText(result[name])) }))
      : response,
  );

const past = (): string => '2020-01-01 00:00:00';

test.each(
  someOf<[string, string, (value: string) => Json, string[], string[]]>(4, [
    ['without values', 'url', (url: string) => url.replaceAll(/=[^&]*/g, '='), ['OP16-URL-PARAMETERS'], []],
    ['that is relative', 'url', (url: string) => url.replace(/^https?:\/\/[^/]+/, ''), ['OP16-RESULT-URL'], []],
    ['with authid in another case', 'url', (url: string) => url.replace('authId', 'authid'), [], ['OP16-URL-PARAMETER-NAMES']],
    ['that has expired', 'expire_on', past, ['OP16-EXPIRES-IN-FUTURE'], []],
  ]),
)('an eKYC address %s is accused in each form alone', async (_, name, change, failed, warned) => {
  for (const userType of ['customer', 'subAgent']) {
    const ended = await judgeSandbox({ twist: ofForm(userType, name, change) }, {}, ['OP-16']);
    expect(failedClauses(ended)).toEqual(failed);
    expect(withVerdict(ended, 'warn').map(({ clause }) => clause)).toEqual(warned);
  }
});
