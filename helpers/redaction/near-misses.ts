/** Texts that a careless comparison takes for the right one. Each may equal the right one, such as digits in another letter case. */
export const nearMisses = {
  cut: (right: string): string => right.slice(0, -1),
  continued: (right: string): string => `${right}1`,
  otherCase: (right: string): string =>
    right.replace(/[a-z]/gi, (letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase())),
} as const;

export const nearMissesOf = (right: string): readonly string[] => Object.values(nearMisses).map((change) => change(right));
