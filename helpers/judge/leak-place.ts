import type { Exchange } from '../core/exchange.ts';

/** `POST /uiObjects/… › status.message` */
export function formatLeakPlace({ request: { method, url } }: Exchange, where: string): string {
  // A callback that another program received may have no address.
  return `${method} ${URL.canParse(url) ? new URL(url).pathname : url} › ${where}`;
}
