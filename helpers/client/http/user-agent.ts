import manifest from '../../../package.json' with { type: 'json' };

type Header = readonly [name: string, value: string];

const product = `dmt-conformance/${manifest.version}`;

/** Every request says who calls, so that an operator can find a run and stop it; a command that is no run says its product alone. */
export const userAgentHeader = (run?: string): Header => ['User-Agent', run === undefined ? product : `${product} run/${run}`];

/** Whoever sends the same by hand is somebody else. */
export const isOwnUserAgent = ([name, value]: Header): boolean => name === 'User-Agent' && value.startsWith(product);
