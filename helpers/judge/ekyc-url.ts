/** The names of the query parameters of an eKYC address, each once. */
export const listParameterNames = (url: string): string[] => (URL.canParse(url) ? [...new Set(new URL(url).searchParams.keys())] : []);

/** It carries a payload, a session and an authId, of which the document names the last alone (reading 12). */
export const hasEkycParameters = (url: string): boolean => {
  const names = listParameterNames(url);
  return names.includes('authId') && names.length >= 3;
};
