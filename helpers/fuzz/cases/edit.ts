export type PayloadEdit =
  /** A value, written as the text `lexeme`. The empty path is the payload itself; `{json}` is the old payload. */
  | { readonly on: 'payload'; readonly do: 'set'; readonly path: readonly string[]; readonly lexeme: string }
  | { readonly on: 'payload'; readonly do: 'remove'; readonly path: readonly string[] }
  /** One more member of the object at the path. `key` is written between quotes, without escaping. */
  | {
      readonly on: 'payload';
      readonly do: 'add';
      readonly path: readonly string[];
      readonly key: string;
      readonly lexeme: string;
      readonly first?: true;
    }
  | { readonly on: 'payload'; readonly do: 'rename'; readonly path: readonly string[]; readonly key: string };

type BodyEncoding = 'utf16le' | 'utf16be' | 'utf32le' | 'latin1' | 'gzip';

/** The text of the body. `{json}` is the original text without its last `cut` letters. */
export interface BodyEdit {
  readonly on: 'body';
  readonly template: string;
  readonly cut?: number;
  readonly encoding?: BodyEncoding;
}

/**
 * One odd thing about a call, as data that can be kept, shrunk and sent again.
 * Texts hold `{mobile}`, `{otp}` and others for current values, `{value}` for the original value, and `{{a*500}}` for a repeated letter.
 */
export type Edit =
  | PayloadEdit
  | BodyEdit
  /** A part of the path, written as this text. */
  | { readonly on: 'path'; readonly name: string; readonly raw: string }
  /** The whole path; `{path}` and `{query}` are the original ones. */
  | { readonly on: 'route'; readonly template: string }
  /** Null removes the name. */
  | { readonly on: 'query'; readonly do: 'set' | 'add'; readonly name: string; readonly raw: string | null }
  /** Each value is one header line; an empty list removes the header. */
  | { readonly on: 'header'; readonly name: string; readonly values: readonly string[] }
  | { readonly on: 'method'; readonly method: string }
  /** A whole handwritten request; `{head}` is its original head, `{body}` its original body. */
  | { readonly on: 'bytes'; readonly template: string };

export function placeOfEdit(edit: Edit): string {
  switch (edit.on) {
    case 'payload':
      return ['payload', ...edit.path, ...(edit.do === 'add' ? [edit.key] : [])].join('.');
    case 'path':
      return `path ${edit.name}`;
    case 'query':
      return `query ${edit.name}`;
    case 'header':
      return `header ${edit.name}`;
    case 'body':
    case 'route':
    case 'method':
    case 'bytes':
      return edit.on;
  }
}
