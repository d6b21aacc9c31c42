import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Card } from './card.ts';
import { renderCardHtml, renderCardMarkdown } from './pages.ts';

/** Removes the folder when no clause is broken. */
export function writeCards(folder: string, cards: readonly Card[]): void {
  rmSync(join(folder, 'cards'), { recursive: true, force: true });
  if (cards.length > 0) mkdirSync(join(folder, 'cards'));
  for (const card of cards) {
    writeFileSync(join(folder, `${card.file}.html`), renderCardHtml(card));
    writeFileSync(join(folder, `${card.file}.md`), renderCardMarkdown(card));
  }
}
