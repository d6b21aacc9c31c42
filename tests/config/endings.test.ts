import { describe, expect, test } from 'vitest';
import { withoutSuitePath } from '../../helpers/config/suite-paths.ts';

const host = 'https://uat.example';

describe('a path that the suite adds to an address is recognized', () => {
  test.each([
    ['/authserver', ''],
    ['/authserver/oauth/', ''],
    ['/authserver/oauth/token', ''],
    ['/uiObjects/', ''],
    ['/uiObjects/endpoint/v3/sender/0001', ''],
    ['/partner/uiObjects/endpoint', '/partner'],
    ['/wallet/endpoint/v3', ''],
    ['/actuator/health', ''],
    ['/swagger-ui.html', ''],
    ['/partner/v2/api-docs', '/partner'],
    ['/uiObjects/wallet', ''],
  ])('%s', (ending, left) => {
    expect(withoutSuitePath(host + ending)).toBe(host + left);
  });

  test.each(['', '/', '/partner', '/partner/', '/wallet/v2', '/wallet-service', '/v2', '/error', '/service', '/oauth/token', '/uiobjects'])(
    'a prefix of somebody is not: %s',
    (prefix) => {
      expect(withoutSuitePath(host + prefix)).toBe(host + prefix);
    },
  );
});
