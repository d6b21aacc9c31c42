import { describe, expect, test } from 'vitest';
import { openLeakWatch } from '../../helpers/judge/leaks.ts';
import type { Sighting } from '../../helpers/core/records/journal-lines.ts';
import { parseJson } from '../../helpers/core/json.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';

const guarded = [
  { name: 'the agent password', value: 'artificial-password' },
  { name: 'the MPIN', value: '471108' },
];

let count = 0;

function answer(operation: Exchange['operation'], body: string, consent?: string): Exchange {
  count += 1;
  const json = [['Content-Type', 'application/json']] as const;
  return {
    id: `x${count}`,
    operation,
    purpose: 'a test',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1/uiObjects/endpoint/v3/any',
      headers: consent === undefined ? [] : [['Consent', consent]],
      body: null,
    },
    response: { status: 200, headers: json, body: { text: body, encoding: 'utf8' }, truncated: false },
    trouble: null,
  };
}

const envelope = (message: string, result: unknown = null): string => JSON.stringify({ status: { message, code: 2000 }, result });

/** What the watch reports when the codes become known after the answers. */
function watched(answers: readonly Exchange[], codes: readonly (readonly [code: string, state: string])[] = []) {
  const watch = openLeakWatch(guarded);
  for (const exchange of answers) watch.see(exchange, parseJson(exchange.response?.body.text ?? ''));
  for (const [code, state] of codes) watch.learnCode(code, state);
  return {
    secrets: watch.secrets().map(({ what }) => what),
    codes: watch.codes().map(({ what, place }) => `${what} in ${place.split(' › ')[1] ?? ''}`),
  };
}

const state = '00000000-0000-4000-8000-000000000001';

const findLeakedCodes = (answers: readonly Exchange[], code = '483920', of = state): string[] => watched(answers, [[code, of]]).codes;

const at = (exchange: Exchange, second: number): Exchange => ({ ...exchange, startedAt: `2026-01-01T00:00:0${second}.000Z` });
const withResponseCode = (operation: Exchange['operation'], result: unknown, consent?: string): Exchange =>
  answer(operation, JSON.stringify({ status: { message: null, code: 2000 }, result, responseCode: '000000' }), consent);

test('a field that held the same value before the code was sent shows no code', () => {
  const before = at(withResponseCode('OP-2', []), 1);
  const challenge = at(withResponseCode('OP-3', { state }), 3);
  const used = at(withResponseCode('OP-6', null, `OTP 000000 ${state}`), 5);
  expect(watched([before, challenge, used], [['000000', state]]).codes).toEqual([]);
  expect(watched([challenge, used], [['000000', state]]).codes).not.toEqual([]);
});

test('a code in another field than the one that held the value before is a leak', () => {
  const before = at(withResponseCode('OP-2', []), 1);
  const challenge = at(answer('OP-3', envelope('the code 000000 was sent', { state })), 3);
  expect(watched([before, challenge], [['000000', state]]).codes).toEqual(['an OTP in status.message']);
});

test.each(['2026-11-29', '29/11/2026', '29.11.2026 10:00:00', 'since 2026-11-29.'])(
  'an MPIN that is a year is not seen in the date %s',
  (date) => {
    const watch = openLeakWatch([{ name: 'the MPIN', value: '2026' }]);
    for (const text of [date, `2026 in ${date}`]) {
      const exchange = answer('OP-14', envelope('success', { counters: { day: text } }));
      for (const _ of [1, 2]) watch.see({ ...exchange, id: `${exchange.id}-${_}` }, parseJson(exchange.response?.body.text ?? ''));
      expect(watch.codes().length).toBe(text === date ? 0 : 2);
    }
  },
);

test('a sighting is reported without the code', () => {
  const watch = openLeakWatch(guarded);
  const exchange = answer('OP-6', envelope('483920 accepted', { mpin: '471108' }), `OTP 483920 ${state}`);
  watch.see(exchange, parseJson(exchange.response?.body.text ?? ''));
  watch.learnCode('483920', state);
  expect(watch.codes().map((sighting) => Object.keys(sighting).sort())).toEqual([
    ['exchange', 'place', 'what'],
    ['exchange', 'place', 'what'],
  ]);
  expect(JSON.stringify(watch.codes())).not.toMatch(/483920|471108/);
});

describe('a code', () => {
  test('that an answer held is not forgotten, however many codes follow', () => {
    const others = Array.from({ length: 25_000 }, (_, nth) => [String(500_000 + nth), state] as const);
    const challenge = answer('OP-3', envelope('the code 483920 was sent', { state }));
    expect(watched([challenge], [['483920', state], ...others]).codes).toEqual(['an OTP in status.message']);
  });

  test('beside its own challenge is a leak, though it becomes known only later', () => {
    const told = watched([answer('OP-3', envelope('otp.sent.successfully', { state, hint: '483920' }))], [['483920', state]]);
    expect(told.codes).toEqual(['an OTP in result.hint']);
  });

  test.each([
    [
      'repeated in the message of the call that carries it',
      answer('OP-6', envelope('483920 accepted'), `OTP 483920 ${state}`),
      'an OTP in status.message',
    ],
    ['in a field named after it', answer('OP-6', envelope('success', { mpin: '471108' })), 'the MPIN in result.mpin'],
  ])('%s is a leak', (_, exchange, place) => {
    expect(watched([exchange], [['483920', state]]).codes).toEqual([place]);
  });

  test.each([
    ['a documented field', answer('OP-11', envelope('success', { amount: 483920, transactionId: '483920' }), `OTP 483920 ${state}`)],
    ['an open map', answer('OP-14', envelope('success', { limits: { DAILY: 483920 }, counters: { used: 483920 } }), `OTP 483920 ${state}`)],
    ['a longer word', answer('OP-6', envelope('ref A483920 and 14839201'), `OTP 483920 ${state}`)],
    ['an unknown field of a call that has nothing to do with it, once', answer('OP-2', envelope('success', { elapsed: 483920 }))],
  ])('that coincides with %s is none', (_, exchange) => {
    expect(watched([exchange], [['483920', state]]).codes).toEqual([]);
  });

  test('of four digits needs two certain sightings', () => {
    const first = answer('OP-6', envelope('4839 accepted'), `OTP 4839 ${state}`);
    const second = answer('OP-7', envelope('4839 accepted'), `OTP 4839 ${state}`);
    const elsewhere = [1, 2, 3].map(() => answer('OP-2', envelope('success', { elapsed: 4839 })));
    expect(watched([first, ...elsewhere], [['4839', state]]).codes).toEqual([]);
    expect(watched([first, second], [['4839', state]]).codes.length).toBe(2);
  });

  test('of four digits needs one sighting when it was sent and comes back in a field named after it', () => {
    const sentWith = `OTP 4839 ${state}`;
    expect(watched([answer('OP-6', envelope('success', { pin: '4839' }), sentWith)], [['4839', state]]).codes.length).toBe(1);
    expect(watched([answer('OP-6', envelope('success', { elapsed: '4839' }), sentWith)], [['4839', state]]).codes).toEqual([]);
    expect(watched([answer('OP-6', envelope('success', { pin: '4839' }))], [['4839', state]]).codes).toEqual([]);
  });

  test('among counters needs a second code in the same counter', () => {
    const counted = (newest: number) => answer('OP-14', envelope('success', { counters: { newest } }));
    expect(watched([counted(483920), counted(483920)], [['483920', state]]).codes).toEqual([]);
    expect(watched([counted(483920), counted(471108)], [['483920', state]]).codes.length).toBe(2);
  });

  test('of six digits needs two answers that are not tied to it', () => {
    const answers = [1, 2].map(() => answer('OP-2', envelope('success', { note: 'pin 471108' })));
    expect(watched(answers).codes.length).toBe(2);
  });
});

describe('a code is no word', () => {
  test.each([
    ['in a UUID', '483920ab-4839-4a11-9c22-000000483920'],
    ['in an id of many parts', 'req-7f-483920-02'],
    ['in a time', '07:52:55.483920'],
  ])('%s', (_, trace) => {
    const answers = Array.from({ length: 5 }, () => answer('OP-15', envelope(`success ${trace}`, { trace })));
    expect(findLeakedCodes(answers)).toEqual([]);
  });

  test('in a field that holds other numbers of its length', () => {
    const references = Array.from({ length: 12 }, (_, at) => answer('OP-15', envelope('success', { reference: String(600_000 + at) })));
    const twice = [1, 2].map(() => answer('OP-15', envelope('success', { reference: '483920' })));
    expect(findLeakedCodes(twice)).not.toEqual([]);
    expect(findLeakedCodes([...references, ...twice])).toEqual([]);
  });

  test('but beside its own challenge it is a leak in such a field too, where it is seen twice', () => {
    const references = Array.from({ length: 12 }, (_, at) =>
      answer('OP-3', envelope('sent', { state: `s${at}`, note: String(600_000 + at) })),
    );
    const [beside, again] = [1, 2].map(() => answer('OP-3', envelope('sent', { state, note: '483920' })));
    if (beside === undefined || again === undefined) throw new Error('expected two answers, received fewer');
    expect(findLeakedCodes([...references, beside])).toEqual([]);
    expect(findLeakedCodes([...references, beside, again])).not.toEqual([]);
  });
});

describe('a password', () => {
  test.each(['artificial-password', 'artificial\\u002dpassword', 'is "artificial-password"'])('is seen as %s', (text) => {
    expect(watched([answer('OP-15', envelope('success', { note: text }).replaceAll('\\\\', '\\'))]).secrets).toEqual([
      'the agent password',
    ]);
  });

  test('is not seen in a longer word', () => {
    expect(watched([answer('OP-15', envelope('not artificial-passwords'))]).secrets).toEqual([]);
  });
});

describe('a code is tied to an answer', () => {
  test.each(['otp', 'Mpin', 'password', 'pin', 'userOtp', 'PIN'])('by a field called %s', (name) => {
    expect(findLeakedCodes([answer('OP-6', envelope('success', { [name]: '483920' }))])).toEqual([`an OTP in result.${name}`]);
  });

  test.each(['pinned', 'spin', 'elapsed'])('by no field called %s', (name) => {
    expect(findLeakedCodes([answer('OP-6', envelope('success', { [name]: '483920' }))])).toEqual([]);
  });

  test.each<readonly [string, Exchange['operation'], unknown, number]>([
    ['by its own challenge, whatever its case', 'OP-3', { state: 'STATE-A', hint: '483920' }, 1],
    ['by no other challenge', 'OP-3', { state: 'state-b', hint: '483920' }, 0],
    ['by no state that is no text', 'OP-3', { state: 17, hint: '483920' }, 0],
    ['by no state that is none', 'OP-3', { hint: '483920' }, 0],
    ['by no state of another operation', 'OP-6', { state: 'state-a', hint: '483920' }, 0],
  ])('%s', (_, operation, result, sightings) => {
    expect(findLeakedCodes([answer(operation, envelope('sent', result))], '483920', 'State-A')).toHaveLength(sightings);
  });

  test('by the body it was sent in', () => {
    const sent = (text: string): Exchange => {
      const exchange = answer('OP-8', envelope('now 483920'));
      return { ...exchange, request: { ...exchange.request, body: { text, encoding: 'utf8' } } };
    };
    expect(findLeakedCodes([sent('{"mpin":"483920"}')])).toEqual(['an OTP in status.message']);
    expect(findLeakedCodes([sent('{"mpin":"4839201"}')])).toEqual([]);
  });

  test('by the text of an answer that is no JSON', () => {
    expect(findLeakedCodes([answer('OP-6', 'wrong 483920', `OTP 483920 ${state}`)])).toEqual(['an OTP in the answer']);
  });

  test('among sightings of others, which are not reported then', () => {
    const loose = answer('OP-2', envelope('success', { elapsed: 483920 }));
    expect(findLeakedCodes([loose, answer('OP-6', envelope('success', { otp: '483920' })), loose])).toEqual(['an OTP in result.otp']);
  });

  test.each(['4839', '4839201', '4839201111', 'A1b2', 'abc4'])('whatever its form: %s', (code) => {
    const twice = [1, 2].map(() => answer('OP-6', envelope('success', { otp: code })));
    expect(findLeakedCodes(twice, code)).toHaveLength(2);
  });

  test.each(['483', '48392011112', 'word'])('but not of a form that no code has: %s', (code) => {
    const twice = [1, 2].map(() => answer('OP-6', envelope('success', { otp: code })));
    expect(findLeakedCodes(twice, code)).toEqual([]);
  });

  test('twice in one answer only once', () => {
    expect(findLeakedCodes([answer('OP-2', envelope('pin 4839', { otp: '4839' }))], '4839')).toEqual([]);
    expect(findLeakedCodes([answer('OP-2', envelope('now 483920', { note: '483920' }))])).toEqual([]);
  });
});

describe('a token', () => {
  const issued = (username: string, token: string): Exchange => {
    const exchange = answer('TOKEN', JSON.stringify({ access_token: token }));
    const body = { text: `grant_type=password&username=${username}`, encoding: 'utf8' } as const;
    return { ...exchange, request: { ...exchange.request, body } };
  };
  const as = (token: string, exchange: Exchange): Exchange => ({
    ...exchange,
    request: { ...exchange.request, headers: [['Authorization', `Bearer ${token}`]] },
  });
  const both = [issued('agent-a', 'token-of-agent-a'), issued('agent-b', 'token-of-agent-b')];
  const showing = (token: string): Exchange => answer('OP-2', envelope('success', { note: `is ${token}` }));

  test('of somebody else is a leak', () => {
    expect(watched([...both, as('token-of-agent-a', showing('token-of-agent-b'))]).secrets).toEqual(['a token of somebody else']);
    expect(watched([...both, showing('token-of-agent-b')]).secrets).toEqual(['a token of somebody else']);
  });

  test('of somebody else is a leak in a header, and beside the token that is issued', () => {
    const { response, ...rest } = showing('nothing');
    const inHeader = { ...rest, response: response && { ...response, headers: [['X-Valid-Token', 'token-of-agent-b']] as const } };
    expect(watched([...both, inHeader]).secrets).toEqual(['a token of somebody else']);
    const beside = issued('agent-b', 'newer-token-of-b');
    const body = { text: JSON.stringify({ access_token: 'newer-token-of-b', previous: 'token-of-agent-a' }), encoding: 'utf8' } as const;
    expect(watched([...both, { ...beside, response: beside.response && { ...beside.response, body } }]).secrets).toEqual([
      'a token of somebody else',
    ]);
  });

  test('is reported with the answer that shows it', () => {
    const watch = openLeakWatch([]);
    for (const exchange of [...both, showing('token-of-agent-b')]) watch.see(exchange, parseJson(exchange.response?.body.text ?? ''));
    expect(watch.secrets()).toMatchObject([{ place: 'POST /uiObjects/endpoint/v3/any › the answer' }]);
  });

  test('is recognized without the name of its owner', () => {
    const unnamed = answer('TOKEN', JSON.stringify({ access_token: 'token-of-nobody' }));
    expect(watched([unnamed, showing('token-of-nobody')]).secrets).toEqual(['a token of somebody else']);
  });

  test('of the caller is none, nor an older one of the same caller', () => {
    const older = issued('agent-a', 'older-token-of-a');
    expect(watched([...both, as('token-of-agent-a', showing('token-of-agent-a'))]).secrets).toEqual([]);
    expect(watched([older, ...both, as('token-of-agent-a', showing('older-token-of-a'))]).secrets).toEqual([]);
  });

  test('is none where it is issued, and not known from any other answer', () => {
    expect(watched([...both, issued('agent-b', 'token-of-agent-a')]).secrets).toEqual([]);
    const elsewhere = answer('OP-2', JSON.stringify({ access_token: 'token-of-agent-c' }));
    expect(watched([elsewhere, showing('token-of-agent-c')]).secrets).toEqual([]);
    const asked = issued('agent-a', 'token-of-agent-a');
    const looked = { ...asked, request: { ...asked.request, method: 'GET' } };
    expect(watched([looked, showing('token-of-agent-a')]).secrets).toEqual([]);
  });

  test('that is too short to differ from other words is no leak', () => {
    expect(watched([issued('agent-a', 'abcdefg'), showing('abcdefg')]).secrets).toEqual([]);
    expect(watched([issued('agent-a', 'abcdefgh'), showing('abcdefgh')]).secrets).toEqual(['a token of somebody else']);
  });
});

describe('a sighting', () => {
  const sighted = (exchange: Exchange, secrets: typeof guarded = guarded): readonly Sighting[] => {
    const watch = openLeakWatch(secrets);
    watch.see(exchange, parseJson(exchange.response?.body.text ?? ''));
    return [...watch.secrets(), ...watch.codes()];
  };
  const at = 'POST /uiObjects/endpoint/v3/any';

  test('names what was seen, the field and the exchange, never the secret', () => {
    const exchange = answer('OP-15', envelope('success', { note: 'artificial-password' }));
    expect(sighted(exchange)).toEqual([{ what: 'the agent password', place: `${at} › result.note`, exchange: exchange.id }]);
    const code = answer('OP-15', envelope('success', { mpin: '471108' }));
    expect(sighted(code)).toMatchObject([{ what: 'the MPIN', place: `${at} › result.mpin`, exchange: code.id }]);
  });

  test('is one of a secret or of a code, not of both', () => {
    const password = [{ name: 'the agent password', value: 'artif123' }];
    const exchange = answer('OP-15', envelope('success', { otp: 'artif123' }));
    expect(sighted(exchange, password).map(({ what }) => what)).toEqual(['the agent password']);
  });

  test('outside the fields is one of the answer', () => {
    const exchange = answer('OP-15', envelope('success'));
    const headers = [['X-Debug', 'artificial-password']] as const;
    const shown = { ...exchange, response: exchange.response && { ...exchange.response, headers } };
    expect(sighted(shown)).toMatchObject([{ place: `${at} › the answer` }]);
    expect(sighted(answer('OP-15', 'artificial-password'))).toMatchObject([{ place: `${at} › the answer` }]);
  });

  test('is none where no text came', () => {
    const exchange = answer('OP-15', 'artificial-password');
    expect(sighted({ ...exchange, response: null })).toEqual([]);
    const body = { text: 'artificial-password', encoding: 'base64' } as const;
    expect(sighted({ ...exchange, response: exchange.response && { ...exchange.response, body } })).toEqual([]);
  });

  test('of a guarded code keeps its name when it answers a challenge as well', () => {
    expect(findLeakedCodes([answer('OP-6', envelope('success', { otp: '471108' }))], '471108')).toEqual(['the MPIN in result.otp']);
  });

  test('is not repeated without end', () => {
    const many = Array.from({ length: 60 }, () => answer('OP-15', envelope('artificial-password')));
    expect(watched(many).secrets).toHaveLength(50);
    const words = Array.from({ length: 20 }, (_, index) => `${100_000 + index}`).join(' ');
    expect(findLeakedCodes([answer('OP-6', envelope(`${words} 483920`), `OTP 483920 ${state}`)])).toEqual([]);
    expect(findLeakedCodes([answer('OP-6', envelope(`${words.slice(7)} 483920`), `OTP 483920 ${state}`)])).toHaveLength(1);
    const crowded = Array.from({ length: 250 }, () => answer('OP-6', envelope(words)));
    const last = answer('OP-6', envelope('success', { otp: '483920' }));
    expect(findLeakedCodes([...crowded, last])).toEqual([]);
    expect(findLeakedCodes([...crowded.slice(1), last])).toHaveLength(1);
  });
});

test('an answer of any shape and depth is looked at without harm', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field${at}`, '471108'])));
  expect(watched([answer('OP-2', envelope('success', { zone: { area: [{}] } }))])).toEqual({ secrets: [], codes: [] });
  expect(watched([answer('OP-2', deep), answer('OP-2', wide), answer('OP-2', 'no JSON 471108'), answer('OP-2', '')]).secrets).toEqual([]);
});
