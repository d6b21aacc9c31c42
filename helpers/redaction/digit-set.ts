/** So many digits have a bit for each value: 1.2 MB at most. */
const mostDigits = 7;

/** A set of texts. Short runs of digits, zeros in front included, take a bit each: a campaign reads hundreds of thousands of codes. */
export interface DigitSet {
  readonly add: (text: string) => void;
  readonly has: (text: string) => boolean;
}

const isShort = (text: string): boolean => text.length <= mostDigits && /^\d+$/.test(text);

export function openDigitSet(): DigitSet {
  const others = new Set<string>();
  const bits: (Uint8Array | undefined)[] = [];
  return {
    add(text) {
      if (!isShort(text)) {
        others.add(text);
        return;
      }
      const ofLength = (bits[text.length] ??= new Uint8Array(Math.ceil(10 ** text.length / 8)));
      const value = Number(text);
      ofLength[value >> 3] = (ofLength[value >> 3] ?? 0) | (1 << (value & 7));
    },
    has(text) {
      if (!isShort(text)) return others.has(text);
      const value = Number(text);
      return ((bits[text.length]?.[value >> 3] ?? 0) & (1 << (value & 7))) !== 0;
    },
  };
}
