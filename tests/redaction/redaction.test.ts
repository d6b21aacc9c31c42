import { describe, expect, test } from 'vitest';
import { openRedactor } from '../../helpers/redaction/redactor.ts';
import { redactAnswer, exchange, KEY, createLearnedRedactor, redactExchange, STATE } from './redacting.ts';

describe('a short code is replaced only where codes are', () => {
  const redactor = createLearnedRedactor('2000', '1357');

  test('not in status.code, invoice ids, amounts or times', () => {
    const body =
      '{"status":{"message":"success","code":2000},"result":{"invoiceId":2000,"amount":1357.00,"expire_on":"2000-13-57 00:00:00"}}';
    expect(redactAnswer(redactor, 'OP-11', body)).toBe(body);
  });

  test('in a message, as a word of its own', () => {
    const text = redactAnswer(redactor, 'OP-9', '{"status":{"message":"code 2000 is not 12000 or x2000","code":2000},"result":null}');
    const { status } = JSON.parse(text) as { status: { message: string; code: number } };
    expect(status.code).toBe(2000);
    expect(status.message).toMatch(/^code (?!2000)\d{4} is not 12000 or x2000$/);
  });

  test('in fields the document does not know, whatever their type', () => {
    const { result } = JSON.parse(redactAnswer(redactor, 'OP-4', '{"result":{"debug":"2000","hint":1357,"remark":"pin 1357"}}')) as {
      result: Record<string, unknown>;
    };
    expect(result['debug']).not.toBe('2000');
    expect(result['hint']).not.toBe(1357);
    expect(result['remark']).not.toContain('1357');
  });

  test('an unknown number as long as a sent code is replaced in a refusal, and stays in what was served', () => {
    const request = `{"otp":"4711","state":"${STATE}"}`;
    const answer = (code: number): string => `{"status":{"message":null,"code":${code}},"result":{"limitLeft":{"DAILY":5000}}}`;
    const redacted = (code: number): string =>
      redactExchange(redactor, 'OP-12', { request, response: answer(code) }).response?.body.text ?? '';
    expect(redacted(2000)).toBe(answer(2000));
    expect(redacted(4170)).not.toContain('5000');
  });

  test('in otp and mpin fields, right or wrong, known or not', () => {
    const request = `{"mpin":"1357","otp":"4711","state":"${STATE}"}`;
    const text = redactExchange(redactor, 'OP-12', { request }).request.body?.text ?? '';
    expect(text).toMatch(new RegExp(`^{"mpin":"(?!1357)\\d{4}","otp":"(?!4711)\\d{4}","state":"${STATE}"}$`));
  });

  test.each([
    [`OTP 2000 ${STATE}`, new RegExp(`^OTP (?!2000)\\d{4} ${STATE}$`)],
    [`OTP 4711 ${STATE},MPIN 1357`, new RegExp(`^OTP (?!4711)\\d{4} ${STATE},MPIN (?!1357)\\d{4}$`)],
    ['NONE', /^NONE$/],
    ['otp2000', /^otp(?!2000)\d{4}$/],
  ])('in a Consent header: %s', (value, shape) => {
    const kept = redactExchange(redactor, 'OP-4', { sent: [['Consent', value]] });
    expect(kept.request.headers[0]?.[1]).toMatch(shape);
  });

  test('beside a longer secret that shares digits with it', () => {
    const redactor = createLearnedRedactor('9990000012', '8635000', '08635000');
    const request = `{"otp":"8635000","state":"${STATE}"}`;
    const hint = (value: string): string =>
      redactExchange(redactor, 'OP-9', { request, response: `{"status":{"message":null,"code":4170},"result":{"hint":"${value}"}}` })
        .response?.body.text ?? '';
    for (const value of ['86350008635000', '99900000128635000', '86350009990000012']) expect(hint(value)).not.toContain('8635000');
    expect(redactor.text('the hint is "86350008635000"')).not.toContain('8635000');
  });

  test('in text that is not JSON, as a word of its own', () => {
    expect(redactAnswer(redactor, 'OP-9', '<p>2000</p><p>v2000</p>')).toMatch(/^<p>(?!2000)\d{4}<\/p><p>v2000<\/p>$/);
  });

  test('in words for people, after its name', () => {
    expect(redactor.text('HTTP 200, code 2000, 1357 transfers')).toBe('HTTP 200, code 2000, 1357 transfers');
    expect(redactor.text('message "OTP 2000", mpin: 1357')).toMatch(/^message "OTP (?!2000)\d{4}", mpin: (?!1357)\d{4}$/);
    expect(createLearnedRedactor('471108').text('received 471108')).toMatch(/^received (?!471108)\d{6}$/);
  });
});

describe('secrets in answers of the target', () => {
  test('an unknown OTP in an answer of OP-3', () => {
    const body = `{"status":{"message":"otp 471108 sent","code":2000},"result":{"state":"${STATE}","debug":4711,"code":"4712","at":"4713 or 12345678901"}}`;
    const text = redactAnswer(openRedactor(KEY), 'OP-3', body);
    for (const code of ['471108', '4711', '4712', '4713']) expect(text).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(text).toContain('"code":2000');
    expect(text).toContain(STATE);
    expect(text).toContain('12345678901');
  });

  test('tokens, which are known from then on', () => {
    const redactor = openRedactor(KEY);
    const body = '{"access_token":"artificial-access","refresh_token":"artificial-refresh","expires_in":3600,"jti":"x"}';
    const text = redactAnswer(redactor, 'TOKEN', body);
    expect(text).not.toContain('artificial');
    expect(text).toContain('"expires_in":3600');
    const kept = redactExchange(redactor, 'OP-2', { sent: [['Authorization', 'Bearer artificial-access']] });
    const { access_token: token } = JSON.parse(text) as { access_token: string };
    expect(kept.request.headers[0]).toEqual(['Authorization', `Bearer ${token}`]);
    expect(redactor.text('received artificial-refresh')).not.toContain('artificial');
  });

  test('account numbers and mobiles, which are known from then on', () => {
    const redactor = openRedactor(KEY);
    const body =
      '{"result":{"senderMobile":9990000077,"beneficiaries":[{"accountNumber":"99900011122","beneficiaryId":"50123","status":"true"}]}}';
    const text = redactAnswer(redactor, 'OP-6', body);
    expect(text).not.toMatch(/9990000077|99900011122/);
    expect(text).toContain('"beneficiaryId":"50123","status":"true"');
    expect(redactor.text('account 99900011122')).not.toContain('99900011122');
  });

  const standInOf = (written: string): string => {
    const redactor = openRedactor(KEY);
    redactor.learn('9990000077');
    const text = redactAnswer(redactor, 'OP-6', `{"result":{"senderMobile":${written}}}`);
    const { result } = JSON.parse(text) as { result: { senderMobile: string | number } };
    expect(text).not.toMatch(/99.?900.?000.?77/);
    return String(result.senderMobile);
  };

  test.each(['9990000077.0', '9990000077.00', '9.990000077e9', '9.990000077E+9', '9990000077e0', '99900000770e-1', '99900000770.0e-1'])(
    'a mobile written as the number %s, with the stand-in of its ten digits',
    (written) => {
      expect(standInOf(written)).toBe(standInOf('9990000077'));
    },
  );

  test.each(['"9990000077"', '"+919990000077"', '919990000077', '"+91 99900 00077"', '"09990000077"', '"(999) 000-0077"'])(
    'a mobile written as %s, with the last ten digits of its stand-in',
    (written) => {
      const digits = standInOf(written).replaceAll(/\D/g, '');
      expect(digits.slice(-10)).toBe(standInOf('9990000077'));
      expect(digits).toHaveLength(written.replaceAll(/\D/g, '').length);
    },
  );

  test('a text that is no mobile in the field of one', () => {
    expect(standInOf('"Secret 9990000077"')).toMatch(/^(?!Secret)[A-Z][a-z]{5} (?!9990000077)\d{10}$/);
  });

  test('the query of the eKYC address, which is known from then on', () => {
    const redactor = openRedactor(KEY);
    const text = redactAnswer(
      redactor,
      'OP-16',
      '{"result":{"expire_on":"2026-11-21 00:00:00","url":"https:\\/\\/kyc.example\\/go?payload=artificial1&session=s1&authId=77"}}',
    );
    expect(text).toContain('2026-11-21 00:00:00');
    expect((JSON.parse(text) as { result: { url: string } }).result.url).toMatch(
      /^https:\/\/kyc\.example\/go\?payload=(?!artificial1)\w{11}&session=(?!s1)\w\d&authId=(?!77)\d\d$/,
    );
    const fetched = redactExchange(redactor, null, { url: 'https://kyc.example/go?payload=artificial1&session=s1&authId=77' });
    expect(fetched.request.url).not.toMatch(/artificial1|s1&|77/);
  });

  test('an account number inside a body that is no valid JSON', () => {
    const text = redactAnswer(openRedactor(KEY), 'OP-6', '{"result":{"accountNumber":"99900011122","senderName":"Test');
    expect(text).toMatch(/^{"result":{"accountNumber":"(?!99900011122)\d{11}","senderName":"Test$/);
  });

  test('cookies', () => {
    const kept = redactExchange(openRedactor(KEY), 'OP-2', { received: [['Set-Cookie', 'JSESSIONID=artificial; Path=/x']] });
    expect(kept.response?.headers[0]?.[1]).toMatch(/^JSESSIONID=(?!artificial)[a-z]{10}; Path=/);
  });
});

describe('secrets in our requests', () => {
  test('the token request keeps its form and none of its secrets', () => {
    const basic = Buffer.from('client-1:pw-1').toString('base64');
    const sent = [['Authorization', `Basic ${basic}`]] as const;
    const kept = redactExchange(openRedactor(KEY), 'TOKEN', { sent, request: 'username=agent-1&password=p%20w&grant_type=password' });
    expect(kept.request.headers[0]?.[1]).toMatch(/^Basic /);
    expect(kept.request.headers[0]?.[1]).not.toContain(basic.replace(/=+$/, ''));
    expect(kept.request.body?.text).toMatch(/^username=(?!agent-1)[a-z]{5}-\d&password=(?!p%20w).+&grant_type=password$/);
  });

  test('made-up values stay', () => {
    const request = '{"accountNo":"<script>","ifscCode":null,"name":"\\u0000","mpin":true}';
    expect(redactExchange(openRedactor(KEY), 'OP-7', { request }).request.body?.text).toBe(request);
  });

  test('the account of a beneficiary is learned when it is registered', () => {
    const redactor = openRedactor(KEY);
    redactor.line(exchange('OP-7', { request: '{"accountNo":"99900011122","ifscCode":"ZZZZ0000001","name":"Testcase"}' }));
    expect(redactor.text('99900011122')).not.toBe('99900011122');
  });

  test.each([
    ['an IFSC code', 'ZZZZ0000001', `{"accountNo":"99900011122","ifscCode":"ZZZZ0000001","name":"Testcase"}`],
    ['an id', STATE, '{"accountNo":"99900011122","ifscCode":"ZZZZ0000001","name":"Testcase"}'],
  ])('%s in place of an account stays readable in its own field, as before', (_, value, request) => {
    const redactor = openRedactor(KEY);
    redactor.line(exchange('OP-7', { request }));
    const odd = JSON.stringify({ accountNo: value, ifscCode: 'ZZZZ0000001', name: 'Testcase' });
    const listed = JSON.stringify({ status: { message: 'success', code: 2000 }, result: { beneficiaries: [{ accountNumber: value }] } });
    redactor.line(exchange('OP-7', { request: odd }));
    redactor.line(exchange('OP-6', { response: listed }));
    expect(redactor.text(value)).toBe(value);
  });

  test('references an operator needs stay readable', () => {
    const url = `https://uat.example/wallet/endpoint/v3/status/conf-20261120-1?subAgentTagId=${STATE}`;
    const request = '{"correlationId":"conf-20261120-1","amount":100.37,"options":{"sourceAddress":"192.0.2.10"}}';
    const kept = redactExchange(createLearnedRedactor('2000', 'artificial-secret'), 'OP-9', {
      url,
      request,
      sent: [['request-time', '1795203864273']],
    });
    expect([kept.request.url, kept.request.body?.text, kept.request.headers[0]?.[1]]).toEqual([url, request, '1795203864273']);
  });

  test('a secret that is a word of the protocol is masked in its own place only', () => {
    const kept = redactExchange(createLearnedRedactor('password'), 'TOKEN', {
      request: 'username=agent-1&password=password&grant_type=password',
    });
    expect(kept.request.body?.text).toMatch(/&password=(?!password)[a-z]{8}&grant_type=password$/);
  });
});

test('a secret that seems to begin within an escape does not break the line', () => {
  const redactor = createLearnedRedactor('nartificial', 'u0041artificial');
  const kept = redactExchange(redactor, 'OP-2', { response: 'line\nartificial nartificial \\nartificial' });
  expect(kept.response?.body.text).toMatch(/^line\nartificial (?!nartificial)[a-z]{11} \\(?!nartificial)[a-z]{11}$/);
});

test('a hostile body does not take long', () => {
  const redactor = createLearnedRedactor('2000', 'artificial-secret');
  const started = performance.now();
  for (const body of [
    '{"otp":"' + '\\"'.repeat(500_000),
    '{"otp":' + '['.repeat(500_000),
    '"'.repeat(500_001),
    '{"url":"' + '?'.repeat(500_000),
    `{"a":"${'a'.repeat(250_000)}g${'%41'.repeat(2)}${'a'.repeat(250_000)}%`,
    '\\'.repeat(500_000) + 'u0041',
    '{"a":"' + '1'.repeat(500_000),
    '(4711'.repeat(100_000),
    '4.1e'.repeat(100_000),
  ])
    redactor.text(redactAnswer(redactor, 'OP-16', body));
  expect(performance.now() - started).toBeLessThan(10_000);
});
