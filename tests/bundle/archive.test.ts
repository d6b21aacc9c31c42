import { strToU8, Zip, ZipPassThrough, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { packFiles, packInBackground, unpackFiles, UnusableArchive } from '../../helpers/bundle/archive.ts';

const one = strToU8('one');

/** Built entry by entry, so that a name can occur twice. */
function streamed(names: readonly string[]): Buffer {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((_error, chunk) => chunks.push(chunk));
  for (const name of names) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    entry.push(one, true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

/** Its directory claims that the first file is larger than allowed. */
function claimingBytes(size: number): Buffer {
  const bytes = Buffer.from(zipSync({ 'a.txt': one }));
  const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  bytes.writeUInt32LE(size, directory + 24);
  return bytes;
}

describe('a harmful archive is not unpacked', () => {
  test.for([
    ['a name that leads out of the folder', zipSync({ '../a.txt': one })],
    ['a name that leads out further in', zipSync({ 'a/../../b.txt': one })],
    ['an absolute name', zipSync({ '/etc/a.txt': one })],
    ['a name with a drive', zipSync({ 'C:\\a.txt': one })],
    ['a name with backslashes', zipSync({ '..\\a.txt': one })],
    ['a hidden name', zipSync({ '.env': one })],
    ['a folder', zipSync({ 'a/': one })],
    ['a name of the language itself', streamed(['__proto__'])],
    ['a name with a line end', zipSync({ 'a\n.txt': one })],
    ['a name twice', streamed(['a.txt', 'a.txt'])],
    ['too many files', zipSync(Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`f${n}`, one])))],
    ['a file said to be larger than all may be', claimingBytes(0xf0000000)],
    ['no archive', Buffer.from('not an archive')],
    ['nothing', Buffer.alloc(0)],
    ['half an archive', zipSync({ 'a.txt': strToU8('a'.repeat(2000)) }).subarray(0, 60)],
  ] as const)('%s', ([, bytes]) => {
    expect(() => unpackFiles(Buffer.from(bytes))).toThrow(UnusableArchive);
  });
});

test('the same files give the same bytes in any order', () => {
  const a = Buffer.from('a');
  const b = Buffer.from('b');
  const packed = packFiles(
    new Map([
      ['a.txt', a],
      ['b/c.txt', b],
    ]),
  );
  expect(
    packed.equals(
      packFiles(
        new Map([
          ['b/c.txt', b],
          ['a.txt', a],
        ]),
      ),
    ),
  ).toBe(true);
  expect([...unpackFiles(packed)]).toEqual([
    ['a.txt', a],
    ['b/c.txt', b],
  ]);
});

test.for([
  ['few bytes', 1_000_000],
  ['many bytes', 9_000_000],
] as const)('%s packed aside are the same archive', async ([, size]) => {
  const words = Buffer.from(Array.from({ length: 10_000 }, (_, at) => `${at * at} `).join(''));
  const files = new Map([
    ['a.txt', Buffer.alloc(size, words)],
    ['b.txt', words],
  ]);
  expect((await packInBackground(files)).equals(packFiles(files))).toBe(true);
});
