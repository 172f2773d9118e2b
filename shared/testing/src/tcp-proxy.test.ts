import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let echo: Server;
let received: string;
let proxy: TcpProxy;
let client: Socket;

beforeEach(async () => {
  received = '';
  echo = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received += String(chunk);
      socket.write(chunk);
    });
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await startTcpProxy({ host: '127.0.0.1', port: (echo.address() as AddressInfo).port });
  client = connect({ host: '127.0.0.1', port: proxy.port, allowHalfOpen: true });
  await once(client, 'connect');
});
afterEach(async () => {
  client.destroy();
  await proxy.stop();
  echo.close();
});

/** Milliseconds until `text` has come back. */
async function roundTrip(text: string): Promise<number> {
  const began = performance.now();
  let back = '';
  client.write(text);
  while (back.length < text.length) back += String((await once(client, 'data'))[0]);
  expect(back).toBe(text);
  return performance.now() - began;
}

describe('a connection through the proxy', () => {
  it('takes the latency in each direction while it is slow', async () => {
    proxy.slow({ latencyMs: 100, jitterMs: 0, bytesPerSecond: null });
    expect(await roundTrip('slow')).toBeGreaterThan(199);
  });

  it('carries no more bytes a second than it is told, all of them and in order', async () => {
    proxy.slow({ latencyMs: 0, jitterMs: 30, bytesPerSecond: 500_000 });
    const text = Array.from({ length: 20_000 }, (_, index) => String(index % 10)).join('');
    expect(await roundTrip(text)).toBeGreaterThan(70);
  });

  it('delivers at once what was on a slow way when it is healed', async () => {
    proxy.slow({ latencyMs: 60_000, jitterMs: 0, bytesPerSecond: null });
    const back = roundTrip('waits');
    await sleep(50);
    proxy.heal();
    expect(await back).toBeLessThan(5_000);
  });

  it('is broken by a reset, after which new ones are carried', async () => {
    await roundTrip('before');
    const failure = new Promise<unknown>((resolve) => client.once('error', resolve));
    proxy.reset();
    expect(await failure).toMatchObject({ code: 'ECONNRESET' });
    client = connect({ host: '127.0.0.1', port: proxy.port });
    await once(client, 'connect');
    await roundTrip('after');
  });

  it('ends for the client and goes on for the server when it is half closed', async () => {
    await roundTrip('before');
    const ended = once(client, 'end');
    proxy.halfClose();
    client.resume();
    await ended;
    client.write(' and after');
    await vi.waitFor(() => expect(received).toBe('before and after'));
  });

  it('carries nothing while it hangs', async () => {
    proxy.hang();
    client.write('held');
    await sleep(100);
    expect(received).toBe('');
    proxy.heal();
    while (received !== 'held') await sleep(5);
  });
});
