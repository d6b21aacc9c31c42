/** Keeps what is the same in every run, such as status and code. Masks other numbers, texts and ids, which may differ in the next run. */
export function maskText(text: string | null): string {
  return (text ?? 'nothing')
    .replaceAll(/"(?:[^"\\]|\\.)*"?/g, '"…"')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, 'uuid')
    .replaceAll(/\([^()]* characters\)|\((?!a number|text|a boolean|an object|an array|null)[^()]*\)/g, '')
    .replaceAll(/(?<!HTTP |code )\b\d[\d.:-]*/g, '#')
    .trim();
}
