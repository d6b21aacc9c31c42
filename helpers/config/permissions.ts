/**
 * Every word of DMT_ALLOW and what it permits; type, choices and messages come from this list. A new effect gets a new word, so that an
 * older list never permits it.
 */
const permissionTexts = {
  'operational-writes': 'operational writes and heap dumps',
  'fuzz-effects': 'fuzzed calls with effects',
  races: 'calls released together',
  'wrong-logins': 'wrong logins',
  'second-mpin': 'second MPINs',
  drain: 'emptied wallets and transfers from bank',
  'token-expiry': 'expired and superseded tokens',
} as const satisfies Readonly<Record<string, string>>;

export type Permission = keyof typeof permissionTexts;

const isPermission = (word: string): word is Permission => Object.hasOwn(permissionTexts, word);

export const permissionWords: readonly Permission[] = Object.keys(permissionTexts).filter(isPermission);

export const howToPermit = (...words: readonly Permission[]): string => `add ${words.join(' and ')} to DMT_ALLOW`;

/** No setting permits more on prod, so no reason that begins so advises one. */
export const readOnlyReason = 'prod is read-only';
export const prodReadsOnly = `${readOnlyReason}: only the token request and GET are sent`;

export const describeNotAllowed = (word: Permission): string => `${permissionTexts[word]} are not permitted: ${howToPermit(word)}`;
