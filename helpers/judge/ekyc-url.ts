/** The names of the query parameters of an eKYC address, each once. */
export const parametersOf = (url: string): string[] => (URL.canParse(url) ? [...new Set(new URL(url).searchParams.keys())] : []);

/** It carries a payload, a session and an authId, of which the document names the last alone (reading 12). */
export const hasItsParameters = (url: string): boolean => {
  const names = parametersOf(url);
  return names.includes('authId') && names.length >= 3;
};
