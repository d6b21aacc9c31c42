/** Made anew for every rendering: Allure's ids, and when it was made. Which proof stood beside it is no part of a run. */
const passing =
  /[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}(?=")|[\da-f]{32}|"(?:createdAt|order)":\d+|"cacheKey":"\d+"|"[\w-]{21}"(?=:)/g;
const aside = /^widgets\/globals\.json$|^data\/attachments\/(?!.*httpexchange)/;
const proof = /proof/i;

const embedded = /d\("([^"]+)","([A-Za-z\d+/=]*)"\)/g;

/** The pieces of a document, in an order of their own. */
const pieces = (text: string): string =>
  text
    .replaceAll(passing, '')
    .split(/[{}[\],]/)
    .filter((piece) => !proof.test(piece))
    .sort()
    .join('\n');

/**
 * An Allure page as far as it follows from a run: two renderings of one run differ in nothing else.
 * What is embedded in it is decoded, so that nothing a reader sees is left out.
 */
export function essenceOf(html: string): readonly string[] {
  const data = [...html.matchAll(embedded)]
    .filter(([, path = '']) => !aside.test(path))
    .map(([, path = '', base64 = '']) => `${path.replaceAll(passing, '')} ${pieces(Buffer.from(base64, 'base64').toString('utf8'))}`);
  return [...data.sort(), pieces(html.replaceAll(embedded, ''))];
}
