/**
 * Every word of DMT_ALLOW, and what it permits: the one list that type, choices and messages come from.
 * An effect that is new in a release gets a word of its own, so that a list written before it never permits it.
 */
const permissionTexts = {
  'operational-writes': 'operational writes and heap dumps',
  'fuzz-effects': 'fuzzed calls with effects',
  races: 'calls released together',
  'wrong-logins': 'wrong logins',
} as const satisfies Readonly<Record<string, string>>;

export type Permission = keyof typeof permissionTexts;

const isPermission = (word: string): word is Permission => Object.hasOwn(permissionTexts, word);

export const permissionWords: readonly Permission[] = Object.keys(permissionTexts).filter(isPermission);

/** What to do about words that are missing. */
export const howToPermit = (...words: readonly Permission[]): string => `add ${words.join(' and ')} to DMT_ALLOW`;

export const describeNotAllowed = (word: Permission): string => `${permissionTexts[word]} are not permitted: ${howToPermit(word)}`;
