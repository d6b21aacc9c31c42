import { inflateSync } from 'node:zlib';

/** Numbers of a map from glyphs to characters, in hexadecimal. */
const hex = (text: string | undefined): number => Number.parseInt(text ?? '', 16);

/** `<0003> <0020>`, and `<000F> <001F> <002C>` for a range that is mapped from one character on. */
function readCharacters(map: string): ReadonlyMap<number, string> {
  const pairs = [...map.matchAll(/^<(\w+)> <(\w+)>$/gm)].map(([, glyph, character]) => [hex(glyph), hex(character)] as const);
  const ranges = [...map.matchAll(/^<(\w+)> <(\w+)> <(\w+)>$/gm)].flatMap(([, first, last, character]) =>
    Array.from({ length: hex(last) - hex(first) + 1 }, (_, nth) => [hex(first) + nth, hex(character) + nth] as const),
  );
  const isRange = /begincodespacerange\n<\w+> <\w+>/;
  const spaces = isRange.test(map) ? pairs.slice(1) : pairs;
  return new Map([...spaces, ...ranges].map(([glyph, character]) => [glyph, String.fromCodePoint(character)]));
}

/** The text of each page of a PDF as Chromium writes it: objects in plain text, streams deflated, glyphs of two bytes. */
export function readPages(pdf: Buffer): readonly string[] {
  const objects = new Map([...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([^]*?)endobj/g)].map(([, id = '', body = '']) => [id, body]));
  const readStream = (id: string | undefined): string => {
    const body = objects.get(id ?? '') ?? '';
    const from = body.indexOf('stream\n') + 'stream\n'.length;
    return inflateSync(Buffer.from(body.slice(from, body.lastIndexOf('\nendstream')), 'latin1')).toString('latin1');
  };
  const readFont = (id: string): ReadonlyMap<number, string> =>
    readCharacters(readStream(/\/ToUnicode (\d+)/.exec(objects.get(id) ?? '')?.[1]));
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  return pages.map((page) => {
    const fonts = new Map([...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, readFont(id)]));
    let font: ReadonlyMap<number, string> = new Map();
    const words = [...readStream(/\/Contents (\d+)/.exec(page)?.[1]).matchAll(/\/(F\d+) [\d.]+ Tf|<(\w+)> Tj/g)];
    return words
      .map(([, name, glyphs = '']) => {
        if (name !== undefined) font = fonts.get(name) ?? font;
        return (glyphs.match(/.{4}/g) ?? []).map((glyph) => font.get(hex(glyph)) ?? '').join('');
      })
      .join('');
  });
}
