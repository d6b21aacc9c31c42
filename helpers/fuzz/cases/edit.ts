/** Something in the payload. */
export type PayloadEdit =
  /** A value, written as this text; the empty path is the payload itself, and `{json}` what it was. */
  | { readonly on: 'payload'; readonly do: 'set'; readonly path: readonly string[]; readonly lexeme: string }
  | { readonly on: 'payload'; readonly do: 'remove'; readonly path: readonly string[] }
  /** One more member of the object at the path; `key` is written as it is, between its quotes. */
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

/** The text of the body; `{json}` is what it would have been, without its last `cut` letters. */
export interface BodyEdit {
  readonly on: 'body';
  readonly template: string;
  readonly cut?: number;
  readonly encoding?: BodyEncoding;
}

/**
 * One odd thing about a call, as data: it can be kept, made smaller and sent again.
 * Texts hold `{mobile}`, `{otp}` and the like for values of the moment, `{value}` for what would have stood there,
 * and `{{a*500}}` for a letter written many times.
 */
export type Edit =
  | PayloadEdit
  | BodyEdit
  /** A part of the path, written as this text. */
  | { readonly on: 'path'; readonly name: string; readonly raw: string }
  /** The whole path, with `{path}` and `{query}` for what they would have been. */
  | { readonly on: 'route'; readonly template: string }
  /** Null takes it away. */
  | { readonly on: 'query'; readonly do: 'set' | 'add'; readonly name: string; readonly raw: string | null }
  /** Each value is a line of its own; none takes the header away. */
  | { readonly on: 'header'; readonly name: string; readonly values: readonly string[] }
  | { readonly on: 'method'; readonly method: string }
  /** A whole request, written by hand: `{head}` is the head it would have been, `{body}` its body. */
  | { readonly on: 'bytes'; readonly template: string };

/** Where an edit is odd, as reports call it. */
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
