import { Pool, type buildConnector, type Dispatcher } from 'undici';

const isConnector = (value: unknown): value is buildConnector.connector => typeof value === 'function';

/** A code that the pool does not take for a line worth another try. */
const toFinal = (error: Error): Error => Object.assign(new Error(error.message, { cause: error }), { code: 'UND_ERR_PRX_CONN' });

const isClosed = (error: Error): boolean => 'code' in error && error.code === 'UND_ERR_SOCKET';

/**
 * For requests through a proxy. One that closes the connection instead of answering CONNECT would be asked again at once and without end,
 * because the pool takes it for a lost line.
 */
export function openTunnels(origin: string | URL, options: object): Dispatcher {
  if (!('connect' in options) || !isConnector(options.connect)) return new Pool(origin, options);
  const { connect } = options;
  return new Pool(origin, {
    ...options,
    connect: (target, callback) => {
      connect(target, (...[error, socket]) => {
        if (error === null) callback(null, socket);
        else callback(isClosed(error) ? toFinal(error) : error, null);
      });
    },
  });
}
