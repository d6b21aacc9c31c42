import { describe, expect, test } from 'vitest';
import { readConfig } from '../../helpers/config/read-config.ts';
import { collectSecrets } from '../../helpers/redaction/known-secrets.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { findUnsearchable, plantAll, findStanding } from './planting.ts';
import { longPlants, newNumber, newSecret, redactors } from './plants.ts';
import { redactAnswer, createLearnedRedactor, redactExchange, STATE } from './redacting.ts';

describe('planted secrets', () => {
  test('are found in every place and shape when nothing is removed', () => {
    expect(findUnsearchable()).toEqual([]);
  });

  test('are found in none of 10,000 redacted placements', () => {
    const { placements, found } = plantAll(2);
    expect(placements).toBeGreaterThan(10_000);
    expect(found).toEqual([]);
  });

  test('of every variable of the configuration are redacted', async () => {
    const sandbox = await startSandbox();
    await sandbox.close();
    const target = { DMT_TARGET: 'uat', DMT_BASE_URL: 'https://uat.example', DMT_AUTH_URL: 'https://uat.example' };
    const names = [
      'CLIENT_ID',
      'CLIENT_PASSWORD',
      'AGENT_ID',
      'AGENT_PASSWORD',
      'OTHER_AGENT_ID',
      'OTHER_AGENT_PASSWORD',
      'NONCE',
      'SIGN_KEY',
    ];
    const planted: Record<string, string> = { DMT_BENEFICIARY_ACCOUNT: newNumber() };
    for (const name of names) planted[`DMT_${name}`] = newSecret();
    const password = newSecret();
    const header = newSecret();
    const addresses = {
      HTTPS_PROXY: `http://user:${password}@proxy.example:3128`,
      DMT_SWAGGER_HEADERS: JSON.stringify({ 'X-Key': header }),
    };
    const read = readConfig({ ...sandbox.environment, ...planted, ...addresses, ...target });
    if (!read.ok) throw new Error(read.problems.join('\n'));
    const known = redactors(...collectSecrets(read.config).filter((value) => value !== null));
    const found = [...Object.entries(planted), ['HTTPS_PROXY', password] as const, ['DMT_SWAGGER_HEADERS', header] as const].flatMap(
      ([name, secret]) => findStanding(longPlants(name, secret), known),
    );
    expect(found).toEqual([]);
  });
});

describe('values that are not secret stay', () => {
  test('a harmless number that is equal to a code', () => {
    const redactor = createLearnedRedactor('2000', '5012', '730465');
    const body = `{"status":{"message":null,"code":2000},"result":{"invoiceId":"5012","amount":5012,"bankRRN":"730465","limits":{"a":12},"beneficiaryId":730465,"tagId":"5f0c7a52-5012-4abc-8def-0123456789ab"}}`;
    expect(redactAnswer(redactor, 'OP-11', body)).toBe(body);
  });

  test('longer numbers and ids that only hold the digits of a code', () => {
    const body = '{"status":{"message":"trace 4f5012a7730465bc9e1d at 17302730465000","code":2000},"result":{"debug":9730465012}}';
    expect(redactAnswer(createLearnedRedactor('5012', '730465'), 'OP-11', body)).toBe(body);
  });

  test('a value that a campaign made up instead of a code', () => {
    for (const made of ['"<script>"', 'null', '{}', '[1]', '-1', '"2026-02-30"', '"null"', '{"value":"abc"}', '1e3']) {
      const request = `{"otp":${made},"state":"${STATE}"}`;
      expect(redactExchange(createLearnedRedactor('730465'), 'OP-12', { request }).request.body?.text).toBe(request);
    }
  });

  test('a value has the same stand-in in the request and in the answer', () => {
    const kept = redactExchange(createLearnedRedactor('730465'), 'OP-12', {
      request: `{"otp":{"value":"730465"},"state":"${STATE}"}`,
      response: '{"status":{"message":"no 730465","code":4170},"result":{"730465":730465}}',
    });
    const sent = /"value":"(\d{6})"/.exec(kept.request.body?.text ?? '')?.[1] ?? '';
    expect(sent).not.toBe('730465');
    expect(kept.response?.body.text).toBe(`{"status":{"message":"no ${sent}","code":4170},"result":{"${sent}":${sent}}}`);
  });
});
