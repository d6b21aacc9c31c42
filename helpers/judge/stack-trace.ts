/** Texts that only a program's internals produce, unlike an ordinary message or a key such as `user.not.found`. */
const tracePatterns: readonly RegExp[] = [
  /\bat [\w$.]+\.[\w$<>]+\((?:[\w$]+\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)/,
  /\b(?:javax?|jakarta|kotlin|scala|org\.(?:springframework|hibernate|apache|postgresql)|com\.(?:fasterxml|netflix|mysql|zaxxer|sun)|io\.(?:netty|jsonwebtoken))(?:\.[a-z]\w*)*\.[A-Z]\w+/,
  /\b(?:[a-z]\w*\.)+[A-Z]\w*(?:Exception|Error)\b/,
  /\b[A-Z][a-z]\w*[a-z]Exception\b/,
  /Traceback \(most recent call last\)/,
  /\bFile "[^"\n]+\.py", line \d+/,
  /\bat [\w.`<>]+\([^)\n]*\) in [^\n]+:line \d+/,
  /\bat (?:[\w.<>$ ]+ \()?(?:file:\/\/|node:|\/|[A-Z]:\\)[^\s)]+:\d+:\d+\)?/,
  /\bgoroutine \d+ \[/,
  /\bon line \d+ in \/|\.php(?: on line |:)\d+/,
];

/** A quick test: nearly all answers hold no part of any pattern. */
const suspicious = /at |java|jakarta|kotlin|scala|org\.|com\.|io\.|Exception|Error|Traceback|File "|goroutine|on line|\.php/;

const unescapeWhitespace = (text: string): string => text.replaceAll(/\\[nrt]/g, '\n');

/** Null when the answer shows no stack trace. */
export function findStackTrace(text: string): string | null {
  const plain = unescapeWhitespace(text);
  if (!suspicious.test(plain)) return null;
  for (const pattern of tracePatterns) {
    const found = pattern.exec(plain)?.[0];
    if (found !== undefined) return found;
  }
  return null;
}
