import type { Exchange } from '../core/exchange.ts';

/** `POST /uiObjects/… › status.message` */
export const formatLeakPlace = ({ request }: Exchange, where: string): string =>
  `${request.method} ${new URL(request.url).pathname} › ${where}`;
