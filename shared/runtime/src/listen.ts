import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FatalError } from './errors.ts';

/**
 * Resolves with the port once the server accepts connections.
 * @param options what the names of the options of host and port begin with. @throws FatalError `cannot_listen`
 */
export function listen(
  server: Server,
  { host, port, options }: { readonly host: string; readonly port: number; readonly options: 'ADMIN' | 'HTTP' },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const message = `This process cannot listen on ${host}:${port} (${error.code}): see ${options}_HOST and ${options}_PORT.`;
      reject(new FatalError('cannot_listen', message, { cause: error }));
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
