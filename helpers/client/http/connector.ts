import { buildConnector } from 'undici';

export interface Connector {
  readonly connect: buildConnector.connector;
  /** The TLS alert that came before the connection closed; without an alert the given error. */
  readonly rootCause: (error: Error) => Error;
}

function findLocalPort(error: Error): number | null {
  const socket: unknown = 'socket' in error ? error.socket : null;
  return typeof socket === 'object' && socket !== null && 'localPort' in socket && typeof socket.localPort === 'number'
    ? socket.localPort
    : null;
}

/**
 * Over TLS 1.3 a server refuses a missing client certificate after the handshake, with an alert just before it closes. The pool reports
 * only the closing, so this remembers the alert by local port.
 */
export function openConnector(options: buildConnector.BuildOptions): Connector {
  const connect = buildConnector(options);
  const alerts = new Map<number, Error>();
  return {
    connect(target, callback) {
      connect(target, (...outcome) => {
        const [, socket] = outcome;
        const port = socket?.localPort;
        if (port !== undefined) {
          alerts.delete(port);
          socket?.on('error', (error: Error) => {
            if ('code' in error && String(error.code).startsWith('ERR_SSL_')) alerts.set(port, error);
          });
        }
        callback(...outcome);
      });
    },
    rootCause(error) {
      const port = findLocalPort(error);
      return (port === null ? undefined : alerts.get(port)) ?? error;
    },
  };
}
