import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createOtlpTracing } from './otlp-tracing.ts';
import { tracingOptions } from './tracing-options.ts';

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const UNSAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

function tracingTo(url: string, options: Readonly<Record<string, string>> = {}) {
  const onAway = vi.fn();
  const config = z.object(tracingOptions).parse(options);
  return { onAway, tracing: createOtlpTracing({ url, service: 'test', version: '1', config, onAway }) };
}

type Answer = (body: string) => number;

async function receiver(answer: Answer) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(answer(Buffer.concat(chunks).toString('utf8')), { 'Content-Type': 'application/json' });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('a receiver that is away', () => {
  it('is reported once, stops nothing, and the process ends in time', async () => {
    const gone = await receiver(() => 200);
    await gone.close();
    const { tracing, onAway } = tracingTo(gone.url);
    for (let n = 0; n < 2_000; n += 1) tracing.start(`work ${n}`)?.end();
    await tracing.stop();
    expect(onAway).toHaveBeenCalledOnce();
  }, 15_000);

  it('is reported when it refuses', async () => {
    const refusing = await receiver(() => 401);
    const { tracing, onAway } = tracingTo(refusing.url);
    tracing.start('work')?.end();
    await tracing.stop();
    expect(onAway).toHaveBeenCalledOnce();
    await refusing.close();
  });
});

describe('what a receiver gets', () => {
  async function spansOf(use: (tracing: ReturnType<typeof tracingTo>['tracing']) => void, options = {}) {
    const bodies: string[] = [];
    const taking = await receiver((body) => {
      bodies.push(body);
      return 200;
    });
    const { tracing, onAway } = tracingTo(taking.url, options);
    use(tracing);
    await tracing.stop();
    await taking.close();
    expect(onAway).not.toHaveBeenCalled();
    return bodies.flatMap((body) => {
      const parsed = z
        .object({
          resourceSpans: z.array(
            z.object({
              scopeSpans: z.array(
                z.object({
                  spans: z.array(
                    z.object({
                      name: z.string(),
                      traceId: z.string(),
                      parentSpanId: z.string().optional(),
                      status: z.object({ code: z.number().optional() }),
                    }),
                  ),
                }),
              ),
            }),
          ),
        })
        .parse(JSON.parse(body));
      return parsed.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    });
  }

  it("is the caller's trace, continued, with what failed marked", async () => {
    const spans = await spansOf((tracing) => {
      const span = tracing.start('work', { parent: PARENT });
      span?.child('step').end();
      span?.fail('mongodb_unavailable');
      span?.end();
      span?.end();
    });
    expect(spans.map(({ name }) => name).sort()).toEqual(['step', 'work']);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(['0af7651916cd43dd8448eb211c80319c']));
    const ERROR = 2;
    expect(spans.find(({ name }) => name === 'work')).toMatchObject({
      parentSpanId: 'b7ad6b7169203331',
      status: { code: ERROR },
    });
  });

  it('leaves out a trace that the caller does not sample, unless the sampler does not ask', async () => {
    const use = (tracing: ReturnType<typeof tracingTo>['tracing']) => {
      tracing.start('unsampled', { parent: UNSAMPLED })?.end();
      tracing.start('own')?.end();
    };
    expect((await spansOf(use)).map(({ name }) => name)).toEqual(['own']);
    const always = await spansOf(use, { OTEL_TRACES_SAMPLER: 'always_on' });
    expect(always.map(({ name }) => name).sort()).toEqual(['own', 'unsampled']);
  });

  it('is nothing with a ratio of 0', async () => {
    const options = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
    expect(await spansOf((tracing) => tracing.start('work')?.end(), options)).toEqual([]);
  });
});
