import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { readonly stringValue?: string; readonly intValue?: number | string };
type Attributes = readonly { readonly key: string; readonly value: Value }[];

/** A span as OTLP's JSON has it. */
export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Attributes;
};

type Export = {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
};

export type TraceReceiver = {
  /** Base URL, as OTEL_EXPORTER_OTLP_ENDPOINT has it. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Every export as it came. */
  readonly bodies: readonly string[];
  /** The headers of the last export. */
  headers(): NodeJS.Dict<string | string[]>;
  inTrace(traceId: string): ReceivedSpan[];
  stop(): Promise<void>;
};

/** Receives traces by OTLP over HTTP, as a collector does. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  let headers: NodeJS.Dict<string | string[]> = {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (request.method !== 'POST' || request.url !== '/v1/traces') {
      response.writeHead(404).end();
      return;
    }
    headers = request.headers;
    bodies.push(body);
    const { resourceSpans } = JSON.parse(body) as Export;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    headers: () => headers,
    inTrace: (traceId) => spans.filter((span) => span.traceId === traceId),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function attributeOf({ attributes }: ReceivedSpan, name: string): string | undefined {
  const value = attributes.find(({ key }) => key === name)?.value;
  const text = value?.stringValue ?? value?.intValue;
  return text === undefined ? undefined : String(text);
}
