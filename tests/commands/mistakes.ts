import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a row may point at. */
export interface Circumstances {
  /** A right configuration of a service that is well. */
  readonly right: Readonly<Record<string, string>>;
  /** An empty folder. */
  readonly folder: string;
  /** A server that answers everything with HTTP 404. */
  readonly elsewhere: string;
}

type Settings = Readonly<Record<string, string | undefined>>;

export interface Mistake {
  readonly story: string;
  readonly set: (circumstances: Circumstances) => Settings;
  /** 2: refused before anything is sent; 4: no answer of the service; 3: not everything could be judged; 0: left out, and said. */
  readonly exitCode: 0 | 2 | 3 | 4;
  /** One line of the terminal holds all of these: the variable, and what to do. */
  readonly says: readonly string[];
}

const unused = 'http://127.0.0.1:1';

function writeTo({ folder }: Circumstances, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A source that never has a code is waited for as long as an answer may take. */
const waitBriefly = (source: string): Settings => ({ DMT_OTP_URL: source, DMT_TIMEOUT_MS: '2000' });

const refused = (story: string, settings: Settings | Mistake['set'], ...says: readonly string[]): Mistake => ({
  story,
  set: typeof settings === 'function' ? settings : () => settings,
  exitCode: 2,
  says,
});

const foundOut = (exitCode: 0 | 3 | 4, story: string, settings: Settings | Mistake['set'], ...says: readonly string[]): Mistake => ({
  ...refused(story, settings, ...says),
  exitCode,
});

/** The most likely mistakes of a first configuration. */
export const mistakes: readonly Mistake[] = [
  refused(
    'a variable is missing',
    { DMT_AGENT_PASSWORD: undefined },
    'DMT_AGENT_PASSWORD: missing: password of DMT_AGENT_ID',
    'for example',
  ),
  refused('a name is mistyped', { DMT_AGENT_PASWORD: 'x' }, 'DMT_AGENT_PASWORD: unknown variable', 'did you mean DMT_AGENT_PASSWORD?'),
  refused('the target is in capitals', { DMT_TARGET: 'UAT' }, 'DMT_TARGET: expected one of sandbox, uat, prod', 'DMT_TARGET=uat'),
  refused('an address has no scheme', { DMT_BASE_URL: 'uat.example' }, 'DMT_BASE_URL: expected an absolute http', 'DMT_BASE_URL=https://'),
  refused(
    'an address has the path of an operation',
    ({ right }) => ({ DMT_AUTH_URL: `${right['DMT_AUTH_URL'] ?? ''}/authserver/oauth/token` }),
    'DMT_AUTH_URL: expected an address without "/authserver/oauth/token"',
    'write DMT_AUTH_URL=http',
  ),
  refused(
    'quotation marks came with the value',
    ({ right }) => ({ DMT_BASE_URL: `"${right['DMT_BASE_URL'] ?? ''}"` }),
    'DMT_BASE_URL: expected a value without quotation marks around it',
    'for example DMT_BASE_URL=https:',
  ),
  refused('an amount has a comma', { DMT_TRANSFER_AMOUNT: '100,50' }, 'DMT_TRANSFER_AMOUNT: expected a decimal', 'DMT_TRANSFER_AMOUNT=100'),
  refused('a mobile has its country', { DMT_CUSTOMER_MOBILE: '+91 9990000002' }, 'DMT_CUSTOMER_MOBILE: expected a mobile', 'without +'),
  refused('a place has one number', { DMT_GEO_TAG: '12.3' }, 'DMT_GEO_TAG: expected latitude and longitude', 'DMT_GEO_TAG=12.3456,65.4321'),
  refused(
    'two people have one mobile',
    ({ right }) => ({ DMT_CUSTOMER_MOBILE: right['DMT_SUB_AGENT_MOBILE'] }),
    'DMT_CUSTOMER_MOBILE: expected a mobile that no other variable names, received …',
    ', which DMT_SUB_AGENT_MOBILE names too',
  ),
  refused(
    'a spare mobile is that of the customer',
    ({ right }) => ({ DMT_SPARE_MOBILES: right['DMT_CUSTOMER_MOBILE'] }),
    'DMT_SPARE_MOBILES: expected a mobile that no other variable names, received …',
    ', which DMT_CUSTOMER_MOBILE names too',
  ),
  refused('an MPIN has letters', { DMT_MPIN: '12ab' }, 'DMT_MPIN: expected 4 to 10 digits', 'DMT_MPIN=0000'),
  refused(
    'hosts are written as addresses',
    { DMT_EFFECTS_ON: 'https://uat.example' },
    'DMT_EFFECTS_ON: expected',
    'without scheme and path',
  ),
  refused('the source of codes has no address', { DMT_OTP_URL: undefined }, 'DMT_OTP_URL: missing', 'required by DMT_OTP_SOURCE=http'),
  refused('a CA file is not there', { DMT_CA_FILE: 'no-such-file.pem' }, 'DMT_CA_FILE: expected a readable PEM file', 'DMT_CA_FILE=ca.pem'),
  refused(
    'a CA file is not PEM',
    (at) => ({ DMT_CA_FILE: writeTo(at, 'ca.pem', 'artificial') }),
    'DMT_CA_FILE: expected a readable PEM file',
  ),
  refused(
    'the second agent is the first',
    ({ right }) => ({ DMT_OTHER_AGENT_ID: right['DMT_AGENT_ID'] }),
    'DMT_OTHER_AGENT_ID: expected a second agent',
    'leave it out, or name another',
  ),
  refused('prod is not confirmed', { DMT_TARGET: 'prod', DMT_CUSTOMER_TAG: 'x' }, 'DMT_CONFIRM_HOST: missing', 'required on prod'),
  refused('the selection selects nothing', { DMT_CHECKS: 'OP99' }, 'DMT_CHECKS: expected', '"OP99"', 'DMT_CHECKS=OP-9'),
  refused(
    'the file of waivers has a comma too many',
    (at) => ({ DMT_WAIVERS: writeTo(at, 'waivers.json', '{\n  "waivers": [],\n}') }),
    'DMT_WAIVERS: ',
    'invalid JSON at line 3',
    'correct that line',
  ),
  refused(
    'the state folder is a file',
    (at) => ({ DMT_STATE_DIR: writeTo(at, 'state', '') }),
    'DMT_STATE_DIR: expected a writable folder',
    'DMT_STATE_DIR=',
  ),
  refused(
    'the command for codes is not there',
    { DMT_OTP_SOURCE: 'command', DMT_OTP_COMMAND: 'no-such-command-anywhere {mobile}' },
    'the command no-such-command-anywhere does not exist',
    'correct DMT_OTP_COMMAND',
  ),
  refused(
    'codes are to be typed where there is no terminal',
    { DMT_OTP_SOURCE: 'prompt' },
    'DMT_OTP_SOURCE=prompt, but there is no terminal',
    'name another source',
  ),
  refused(
    'the callback port is taken',
    ({ elsewhere }) => ({ DMT_CALLBACK_LISTEN: new URL(elsewhere).host }),
    'DMT_CALLBACK_LISTEN: expected a free address',
    'for example DMT_CALLBACK_LISTEN=',
  ),

  foundOut(4, 'the client has another password', { DMT_CLIENT_PASSWORD: 'x' }, 'refused', 'check DMT_CLIENT_ID and DMT_CLIENT_PASSWORD'),
  foundOut(4, 'the agent has another name', { DMT_AGENT_ID: 'x' }, 'refused', 'check DMT_AGENT_ID and DMT_AGENT_PASSWORD'),
  foundOut(4, 'the base address is of another server', ({ elsewhere }) => ({ DMT_BASE_URL: elsewhere }), 'DMT_BASE_URL=', 'check its host'),
  foundOut(4, 'the auth address is of another server', ({ elsewhere }) => ({ DMT_AUTH_URL: elsewhere }), 'DMT_AUTH_URL=', 'check its host'),
  foundOut(
    4,
    'https is written where http is spoken',
    ({ right }) => ({ DMT_AUTH_URL: right['DMT_AUTH_URL']?.replace('http:', 'https:') }),
    '(DMT_AUTH_URL)',
    'write http:// in place of https://',
  ),
  foundOut(4, 'a port is wrong, in the first line', { DMT_AUTH_URL: unused }, 'NO VERDICT', 'action: check DMT_AUTH_URL, then run again'),
  foundOut(3, 'no code comes, in the first line', ({ elsewhere }) => waitBriefly(elsewhere), 'NO VERDICT', 'action: configuration'),
  foundOut(4, 'nothing listens at the port', { DMT_AUTH_URL: unused }, '(DMT_AUTH_URL)', 'check address and port'),
  foundOut(4, 'nothing listens at the base address', { DMT_BASE_URL: unused }, '(DMT_BASE_URL)', 'check address and port'),
  foundOut(
    4,
    'the proxy cannot be reached',
    { HTTPS_PROXY: unused, DMT_BASE_URL: 'https://uat.invalid', DMT_AUTH_URL: 'https://uat.invalid', DMT_EFFECTS_ON: 'uat.invalid' },
    'check HTTPS_PROXY and NO_PROXY',
  ),
  foundOut(0, 'no effect is permitted', { DMT_EFFECTS_ON: undefined }, 'effects are not permitted on', 'set DMT_EFFECTS_ON=127.0.0.1'),
  foundOut(0, 'a cap is too low', { DMT_MAX_OTPS: '0' }, 'OTP limit reached (DMT_MAX_OTPS=0)', 'raise it'),
  foundOut(3, 'no source of codes is asked for a mobile', ({ elsewhere }) => waitBriefly(elsewhere), 'add {mobile} to DMT_OTP_URL'),
  foundOut(
    3,
    'the source of codes has another path',
    ({ elsewhere }) => waitBriefly(`${elsewhere}/{mobile}`),
    'check DMT_OTP_URL',
    'answered HTTP 404',
  ),
  foundOut(
    3,
    'the fixed code is wrong',
    { DMT_OTP_SOURCE: 'fixed', DMT_OTP: '0000' },
    'refused the code from DMT_OTP_SOURCE',
    'check DMT_OTP',
  ),
  foundOut(
    0,
    'the amount is above the funds',
    { DMT_TRANSFER_AMOUNT: '99999999', DMT_MAX_SPEND: '999999999', DMT_CHECKS: 'OP9-SERVED' },
    'lower DMT_TRANSFER_AMOUNT',
  ),
];
