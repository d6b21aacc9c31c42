import { element, multiline, type Html } from '../pages/html.ts';
import type { MarkedText } from './marked.ts';

/** Every character counts, so this goes into preformatted text. */
export const renderPieces = (pieces: MarkedText): readonly Html[] =>
  pieces.map(({ text, marked }) => (marked ? element('mark', multiline(text)) : multiline(text)));
