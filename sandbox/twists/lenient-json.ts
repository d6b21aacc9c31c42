import type { Twist } from '../http/exchange.ts';
import { parseJson } from '../http/json.ts';
import { readRawText } from './requests.ts';
import { changeRequest, type When } from './twists.ts';

type Mend = (raw: string) => string;

/** What lenient readers let pass. */
export const lenient = {
  trailingComma: (raw) => raw.replace(/,\s*([}\]])/, '$1'),
  singleQuotes: (raw) => raw.replaceAll("'", '"'),
  unquotedNames: (raw) => raw.replaceAll(/([{,]\s*)(\w+):/g, '$1"$2":'),
  notANumber: (raw) => raw.replace('NaN', 'null'),
  comments: (raw) => raw.replaceAll(/\/\*.*?\*\/|\/\/.*$/g, ''),
  lineBreaks: (raw) => raw.replaceAll('\n', ' '),
  textBehind: (raw) => raw.replace(/^(\{[^}]*\})[\s\S]+$/, '$1'),
} as const satisfies Readonly<Record<string, Mend>>;

/** Mends the raw text before the service reads it. */
export const mendJson = (when: When, mend: Mend): Twist =>
  changeRequest(
    (request) => when(request) && request.malformed,
    (request) => {
      const mended = parseJson(Buffer.from(mend(readRawText(request))));
      return mended.broken ? request : { ...request, malformed: false, body: mended.body };
    },
  );
