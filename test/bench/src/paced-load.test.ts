import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pacedLoadOf } from './load-run.ts';

/** Requests that wait, and whether the next ones do. */
const held: (() => void)[] = [];
let holds = true;
let status = 200;
const server = createServer((_, response) => {
  const answer = () => response.writeHead(status).end('{}');
  if (holds) held.push(answer);
  else answer();
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const task = () => ({ url, paths: ['/a', '/b'], token: 'fmk_x', requestsPerSecond: 100 });
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

it('goes on sending what is due while no answer comes, and counts the wait', async () => {
  const enough = new AbortController();
  const measuring = pacedLoadOf(task(), enough.signal);
  await until(() => held.length >= 50);
  holds = false;
  for (const answer of held.splice(0)) answer();
  enough.abort();

  const { value, details } = await measuring;

  expect(value).toBeGreaterThan(0);
  // The first of fifty was due half a second before the last.
  expect(details?.p99Ms).toBeGreaterThanOrEqual(400);
});

it('measures nothing where answers are refusals', async () => {
  const enough = new AbortController();
  let asked = 0;
  server.on('request', () => {
    asked += 1;
  });
  status = 403;
  const measuring = pacedLoadOf(task(), enough.signal);
  await until(() => asked > 3);
  enough.abort();

  await expect(measuring).rejects.toThrow('the measurement means nothing');
});
