import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';

const options = 'ADMIN';

it('names the option of a port that is taken, and what to do', async () => {
  const first = createServer();
  const port = await listen(first, { host: '127.0.0.1', port: 0, options });
  try {
    await expect(listen(createServer(), { host: '127.0.0.1', port, options })).rejects.toMatchObject({
      kind: 'fatal',
      code: 'cannot_listen',
      message: `This process cannot listen on 127.0.0.1:${port} (EADDRINUSE): see ADMIN_HOST and ADMIN_PORT.`,
    });
  } finally {
    first.close();
  }
});
