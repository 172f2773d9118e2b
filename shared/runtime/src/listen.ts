import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FatalError } from './errors.ts';

export type ListenAddress = {
  readonly host: string;
  readonly port: number;
  /** The options that they come from. */
  readonly options: { readonly host: string; readonly port: string };
};

/** Resolves with the port once the server accepts connections. @throws FatalError `cannot_listen` */
export function listen(server: Server, { host, port, options }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const message = `This process cannot listen on ${host}:${port} (${error.code}): see ${options.host} and ${options.port}.`;
      reject(new FatalError('cannot_listen', message, { cause: error }));
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
