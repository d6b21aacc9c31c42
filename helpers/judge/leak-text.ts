import type { Exchange } from '../core/exchange.ts';

/** `POST /uiObjects/… › status.message` */
export function formatLeakPlace({ request: { method, url } }: Exchange, where: string): string {
  // A callback that another program received may have no address.
  return `${method} ${URL.canParse(url) ? new URL(url).pathname : url} › ${where}`;
}

/** UUIDs, other ids of four parts and more, and fractions of a second: their parts are no words. */
const idPattern = /(?<![\w-])\w+(?:-\w+){3,}(?![\w-])|\d\d:\d\d:\d\d[.,]\d+/g;

/** Words that may be a code: short, and with a digit. */
export const findCodeWords = (text: string): string[] => text.replaceAll(idPattern, ' ').match(/(?<!\w)(?=\w*\d)\w{4,10}(?!\w)/g) ?? [];
