import { styleText } from 'node:util';

export type Style = 'bold' | 'red' | 'green' | 'yellow' | 'magenta' | 'cyan' | 'dim';
export type Paint = (style: Style, text: string) => string;

export const createPainter = (color: boolean): Paint =>
  color ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text;

/** Every line begins with a word of this width, or is indented by it. */
const labelWidth = 9;
export const indent = ' '.repeat(labelWidth);
export const padLabel = (word: string): string => word.padEnd(labelWidth);
