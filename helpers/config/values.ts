import { isRecord, isText, parseJson } from '../core/json.ts';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseShard, shardExpectation } from './shard.ts';
import type { ValueKind, Variable } from './variables.ts';

/** Null for a valid text, else what was expected. */
type ValueRule = (text: string, variable: Variable) => string | null;

export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
const isHttp = (address: URL | null): address is URL => address !== null && /^https?:$/.test(address.protocol);
const createPatternRule =
  (pattern: RegExp, expected: string): ValueRule =>
  (text) =>
    pattern.test(text) ? null : expected;

const isMoney = (text: string): boolean => /^\d{1,15}(\.\d{1,10})?$/.test(text) && /[1-9]/.test(text);

const isMobile = (text: string): boolean => /^[1-9]\d{5,14}$/.test(text);
const mobileExpectation = 'a mobile number of 6 to 15 digits, without + or blanks';

function createFileRule(read: (content: Buffer) => unknown, expected: string): ValueRule {
  return (path) => {
    try {
      read(readFileSync(path));
      return null;
    } catch {
      return expected;
    }
  };
}

function isTextObject(text: string): boolean {
  const value = parseJson(text);
  return isRecord(value) && Object.values(value).every(isText);
}

function addressRule(text: string): string | null {
  const address = parseUrl(text);
  if (!isHttp(address)) return 'an absolute http or https address';
  if (address.username !== '' || address.password !== '') return 'an address without user name and password';
  return address.search === '' && address.hash === '' ? null : 'an address without query and fragment';
}

function choicesRule(text: string, { choices = [] }: Variable): string | null {
  return splitList(text).every((part) => choices.includes(part)) ? null : `a comma separated list of ${choices.join(', ')}`;
}

export const valueRules: Readonly<Record<ValueKind, ValueRule>> = {
  text: () => null,
  list: (text) => (splitList(text).length > 0 ? null : 'a comma separated list'),
  choice: (text, { choices = [] }) => (choices.includes(text) ? null : `one of ${choices.join(', ')}`),
  choices: choicesRule,
  address: addressRule,
  link: (text) => (isHttp(parseUrl(text)) ? null : 'an absolute http or https address'),
  template: (text) => (isHttp(parseUrl(text.replaceAll(/[{}]/g, ''))) ? null : 'an absolute http or https address'),
  proxy: (text) => (isHttp(parseUrl(text)) ? null : 'the http or https address of a proxy'),
  hosts: createPatternRule(/^[^\s/]+(\s*,\s*[^\s/]+)*$/, 'comma separated host names, without scheme and path'),
  hostport: createPatternRule(
    /^([\w.-]+|\[[\da-fA-F:]+\]):(\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/,
    'host:port',
  ),
  mobile: (text) => (isMobile(text) ? null : mobileExpectation),
  mobiles: (text) => (splitList(text).every(isMobile) ? null : `comma separated, each ${mobileExpectation}`),
  coordinates: createPatternRule(
    /^[+-]?\d+(\.\d+)?, ?[+-]?\d+(\.\d+)?$/,
    'latitude and longitude, two decimal numbers separated by a comma',
  ),
  digits: createPatternRule(/^\d{4,10}$/, '4 to 10 digits'),
  money: (text) => (isMoney(text) ? null : 'a decimal number above 0'),
  spend: (text) => (isMoney(text) || /^0+(\.0+)?$/.test(text) ? null : 'a decimal number, 0 or above'),
  count: createPatternRule(/^\d{1,9}$/, 'a whole number, 0 or above'),
  positive: createPatternRule(/^0*[1-9]\d{0,8}$/, 'a whole number above 0'),
  seed: createPatternRule(/^-?\d{1,9}$/, 'a whole number of at most 9 digits'),
  rate: (text) => (Number(text) > 0 && Number(text) <= 10_000 ? null : 'a number above 0'),
  shard: (text) => (parseShard(text) === null ? shardExpectation(text) : null),
  headers: (text) => (isTextObject(text) ? null : 'a JSON object whose values are texts'),
  file: createFileRule(() => null, 'a readable file'),
  certificate: createFileRule((content) => new X509Certificate(content), 'a readable PEM file with a certificate'),
  key: createFileRule((content) => createPrivateKey(content), 'a readable PEM file with an unencrypted private key'),
};
