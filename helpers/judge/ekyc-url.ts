interface UrlParameters {
  readonly names: readonly string[];
  /** Those with a value. */
  readonly filled: readonly string[];
}

/** Each name once, in the order of the address. */
export function readUrlParameters(url: string): UrlParameters {
  const pairs = URL.canParse(url) ? [...new URL(url).searchParams] : [];
  const filled = pairs.filter(([, value]) => value.trim() !== '');
  return { names: [...new Set(pairs.map(([name]) => name))], filled: [...new Set(filled.map(([name]) => name))] };
}

/**
 * The address carries a payload, a session and an authId, none of them empty. The document names only the last, and another case of it is a
 * question for the operator (reading 12).
 */
export function hasEkycParameters(url: string): boolean {
  const { filled } = readUrlParameters(url);
  return filled.some((name) => name.toLowerCase() === 'authid') && filled.length >= 3;
}
