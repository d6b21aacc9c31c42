import { element, multiline, type Html } from '../pages/html.ts';
import type { MarkedText } from './marked.ts';

/** Every character counts, so this goes into preformatted text. */
export const renderPieces = (pieces: MarkedText, look: Readonly<Record<string, string>> = {}): readonly Html[] =>
  pieces.map(({ text, marked }) => (marked ? element('mark', multiline(text), look) : multiline(text)));
