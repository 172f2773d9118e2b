import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FatalError } from './errors.ts';

export type ListenAddress = {
  readonly host: string;
  readonly port: number;
  /** The options that they come from. */
  readonly options: { readonly host: string; readonly port: string };
};

/**
 * Resolves with the port once the server accepts connections.
 * @throws FatalError `port_taken`, `port_forbidden`, `address_unknown`: sentences with the option and what to do
 */
export function listen(server: Server, { host, port, options }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(refusal(error, { host, port, options }));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function refusal(error: NodeJS.ErrnoException, { host, port, options }: ListenAddress): Error {
  const variable = `the environment variable ${options.port}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return new FatalError(
        'port_taken',
        `Another process listens on port ${port} of ${host}. End it, or set ${variable} to a free port (0: any).`,
      );
    case 'EACCES':
      return new FatalError(
        'port_forbidden',
        `This account may not listen on port ${port}. Set ${variable} to a port from 1024 on.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new FatalError(
        'address_unknown',
        `${host} is no address of this machine. Set the environment variable ${options.host} to one, or to 0.0.0.0.`,
      );
    default:
      return error;
  }
}
