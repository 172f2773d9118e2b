import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';

const options = { host: 'ADMIN_HOST', port: 'ADMIN_PORT' };

it('names the option of a port that is taken, and what to do', async () => {
  const first = createServer();
  const port = await listen(first, { host: '127.0.0.1', port: 0, options });
  try {
    await expect(listen(createServer(), { host: '127.0.0.1', port, options })).rejects.toMatchObject({
      kind: 'fatal',
      code: 'port_taken',
      message: `Another process listens on port ${port} of 127.0.0.1. End it, or set the environment variable ADMIN_PORT to a free port (0: any).`,
    });
  } finally {
    first.close();
  }
});
