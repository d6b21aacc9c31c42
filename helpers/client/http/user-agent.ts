import { version } from '../../config/version.ts';

type Header = readonly [name: string, value: string];

const product = `dmt-conformance/${version}`;

/** Names the caller in every request, so that an operator can find a run and stop it. Other commands send only the product. */
export const userAgentHeader = (run?: string): Header => ['User-Agent', run === undefined ? product : `${product} run/${run}`];

/** A replay by hand leaves this header out, because the HTTP client sends it. */
export const isOwnUserAgent = ([name, value]: Header): boolean => name === 'User-Agent' && value.startsWith(product);
