interface RawRow {
  readonly name: string;
  readonly template: string;
  /** Well-formed HTTP/1.1; a server may close the connection on anything else, or call it unknown (reading 6). */
  readonly wellFormed?: true;
}

/** Requests that no HTTP client sends. `{method} {target}` begin the documented request; `{headers}` and `{body}` are its rest. */
export const rawRequests: readonly RawRow[] = [
  { name: 'as documented', template: '{method} {target} HTTP/1.1\r\n{headers}\r\n{body}', wellFormed: true },
  { name: 'a blank in the path', template: '{method} {target} x HTTP/1.1\r\n{headers}\r\n{body}' },
  { name: 'a tab in the path', template: '{method} {target}\tx HTTP/1.1\r\n{headers}\r\n{body}' },
  { name: 'a path beyond ASCII', template: '{method} {target}\u00e9 HTTP/1.1\r\n{headers}\r\n{body}' },
  { name: 'an absolute address', template: '{method} {origin}{target} HTTP/1.1\r\n{headers}\r\n{body}', wellFormed: true },
  { name: 'no version', template: '{method} {target}\r\n{headers}\r\n{body}' },
  { name: 'HTTP/1.0', template: '{method} {target} HTTP/1.0\r\n{headers}\r\n{body}' },
  { name: 'HTTP/9.9', template: '{method} {target} HTTP/9.9\r\n{headers}\r\n{body}' },
  { name: 'an unknown method', template: 'FUZZ {target} HTTP/1.1\r\n{headers}\r\n{body}' },
  { name: 'a method in lower case', template: 'get {target} HTTP/1.1\r\n{headers}\r\n{body}' },
  { name: 'a folded header', template: '{method} {target} HTTP/1.1\r\n{headers}X-Fuzz: a\r\n b\r\n\r\n{body}' },
  { name: 'a header without a colon', template: '{method} {target} HTTP/1.1\r\n{headers}X-Fuzz\r\n\r\n{body}' },
  { name: 'a blank before a colon', template: '{method} {target} HTTP/1.1\r\n{headers}X-Fuzz : a\r\n\r\n{body}' },
  { name: 'NUL in a header', template: '{method} {target} HTTP/1.1\r\n{headers}X-Fuzz: a\u0000b\r\n\r\n{body}' },
  { name: 'a carriage return in a header', template: '{method} {target} HTTP/1.1\r\n{headers}X-Fuzz: a\rb\r\n\r\n{body}' },
  { name: 'line feeds alone', template: '{method} {target} HTTP/1.1\n{headers}\n{body}' },
  { name: 'a second host', template: '{method} {target} HTTP/1.1\r\n{headers}Host: stranger.example\r\n\r\n{body}' },
  { name: 'a body shorter than told', template: '{method} {target} HTTP/1.1\r\n{headers}Content-Length: 999999\r\n\r\n{body}' },
  { name: 'a length that is no number', template: '{method} {target} HTTP/1.1\r\n{headers}Content-Length: x\r\n\r\n' },
  { name: 'a negative length', template: '{method} {target} HTTP/1.1\r\n{headers}Content-Length: -1\r\n\r\n' },
  { name: 'two lengths', template: '{method} {target} HTTP/1.1\r\n{headers}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab' },
  {
    name: 'a length and chunks',
    template: '{method} {target} HTTP/1.1\r\n{headers}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  },
  {
    name: 'odd chunks',
    template: '{method} {target} HTTP/1.1\r\n{headers}Transfer-Encoding: chunked\r\n\r\n1;x=y\r\na\r\n0\r\nX: y\r\n\r\n',
    wellFormed: true,
  },
  {
    name: 'a chunk of a broken size',
    template: '{method} {target} HTTP/1.1\r\n{headers}Transfer-Encoding: chunked\r\n\r\nzz\r\na\r\n0\r\n\r\n',
  },
  { name: 'an unknown transfer encoding', template: '{method} {target} HTTP/1.1\r\n{headers}Transfer-Encoding: fuzz\r\n\r\n{body}' },
  { name: 'an empty line before it', template: '\r\n{method} {target} HTTP/1.1\r\n{headers}\r\n{body}' },
  { name: 'no HTTP at all', template: 'fuzz\r\n\r\n' },
];
