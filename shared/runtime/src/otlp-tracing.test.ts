import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createOtlpTracing } from './otlp-tracing.ts';
import { listeningServer } from './testing/listening-server.ts';
import { tracingOptions } from './tracing-options.ts';

const UNSAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

async function tracingTo(bodies: string[] | 'nothing', options: Readonly<Record<string, string>> = {}) {
  const server = await listeningServer(async (request, response) => {
    const body = await text(request);
    if (bodies !== 'nothing') bodies.push(body);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  const url = `${server.url}/v1/traces`;
  if (bodies === 'nothing') await server.close();
  const warn = vi.fn();
  const config = z.object(tracingOptions).parse(options);
  const tracing = createOtlpTracing({ url, service: 'test', version: '1', config, logger: { warn } });
  return { tracing, stop: tracing.stop, warn };
}

it('reports a receiver that is away once, stops nothing, and lets the process end in time', async () => {
  const { tracing, stop, warn } = await tracingTo('nothing');
  for (let n = 0; n < 2_000; n += 1) tracing.start(`work ${n}`)?.end();
  await stop();
  expect(warn).toHaveBeenCalledOnce();
}, 15_000);

it.each([
  ['leaves out a trace that the caller does not sample', {}, ['own']],
  ['sends every trace where the sampler does not ask', { OTEL_TRACES_SAMPLER: 'always_on' }, ['own', 'unsampled']],
])('%s', async (_, options, expected) => {
  const bodies: string[] = [];
  const { tracing, stop, warn } = await tracingTo(bodies, options);
  tracing.start('unsampled', { parent: UNSAMPLED })?.end();
  tracing.start('own')?.end();
  await stop();
  expect(['own', 'unsampled'].filter((name) => bodies.join().includes(`"name":"${name}"`))).toEqual(expected);
  expect(warn).not.toHaveBeenCalled();
});
