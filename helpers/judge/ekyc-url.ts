export const listParameterNames = (url: string): string[] => (URL.canParse(url) ? [...new Set(new URL(url).searchParams.keys())] : []);

/** The address carries a payload, a session and an authId; the document names only the last (reading 12). */
export const hasEkycParameters = (url: string): boolean => {
  const names = listParameterNames(url);
  return names.includes('authId') && names.length >= 3;
};
