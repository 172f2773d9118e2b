import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicantChanged, contactChanged } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { target } from '../harness/api-client.ts';
import { PUBLISH_COMMAND, runCommand } from '../harness/command.ts';
import { storesEnvironment } from '../harness/service-environment.ts';
import { startTenantSystem, type TenantSystem } from '../harness/tenant-system.ts';
import { attributeOf, type ReceivedSpan, startTraceReceiver, type TraceReceiver } from '../harness/trace-receiver.ts';
import { eventually } from '../harness/waiting.ts';

const CONTACT = 'contact-visible';
const usual = { meta: { locationId: 'location-traces' }, contactId: CONTACT };

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PUBLISHER_SPAN = 'b7ad6b7169203331';
const TOPICS = ['crm.changes.v1', 'funding.changes.v1'];
/** OTLP's number of the kind. */
const SERVER = 2;
/** Never issued. */
const PLANTED_SSN = '987-65-4320';

let tenant: TenantSystem;
let receiver: TraceReceiver;
/** Traces that a publisher or a client has begun, and no others. */
let traced: Readonly<Record<string, string>>;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  traced = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-receiver',
  };
  tenant = await startTenantSystem('traces', { environment: traced });
});

afterAll(async () => {
  await tenant?.system.stop();
  await receiver?.stop();
});

/** `npm run publish -- FILE`, with these lines in the file. */
function publishByCommand(lines: readonly object[]) {
  const { system } = tenant;
  const file = join(system.logsDirectory, 'events.ndjson');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return runCommand([...PUBLISH_COMMAND, file], storesEnvironment(system));
}

describe('an event', () => {
  it('is one trace from the publisher to the commit of its batch, without a value of the event', async () => {
    const traceparent = `00-${TRACE}-${PUBLISHER_SPAN}-01`;
    const contact = contactChanged({ ...usual, firstName: 'Maria', lastName: `Traced ${PLANTED_SSN}` });
    const events = [contact, applicantChanged({ ...usual, stage: 'approved' })];

    const { status, errors } = await publishByCommand(
      events.map(({ type, event }) => ({ type, ...event, traceparent })),
    );

    expect(status, errors).toBe(0);
    // The two topics are two batches, each with a span; a span is exported when it ends, so a child before its parent.
    const named = (name: string) => receiver.inTrace(TRACE).filter((span) => span.name.startsWith(name));
    const isCommitOf = (batch: ReceivedSpan) => (span: ReceivedSpan) => span.parentSpanId === batch.spanId;
    const isCommitted = (topic: string) =>
      named(`process ${tenant.system.topicPrefix}${topic}`).some((batch) => named('commit').some(isCommitOf(batch)));
    await eventually(async () => TOPICS.every(isCommitted), { what: 'the spans of both batches' });
    for (const topic of TOPICS) {
      const batches = named(`process ${tenant.system.topicPrefix}${topic}`);
      expect(batches.map(({ parentSpanId }) => parentSpanId)).toEqual(batches.map(() => PUBLISHER_SPAN));
    }
    const batches = new Set(named('process').map(({ spanId }) => spanId));
    for (const span of [...named('read'), ...named('commit')]) expect(batches).toContain(span.parentSpanId);
    expect(receiver.headers().authorization).toBe('Bearer of-the-receiver');
  });

  it('is read in a trace of the client, with the waits for access, limits and MongoDB', async () => {
    const trace = '1af7651916cd43dd8448eb211c80319d';
    const traceparent = `00-${trace}-b7ad6b7169203331-01`;
    const where = target('/contacts', { query: 'Maria Traced' });

    const { headers } = await tenant.get(where, { traceparent });

    await eventually(async () => receiver.inTrace(trace).some(({ kind }) => kind === SERVER), {
      what: 'the server span',
    });
    const spans = receiver.inTrace(trace);
    const server = spans.find(({ kind }) => kind === SERVER);
    expect(server?.name).toBe('GET /api/v1/contacts');
    expect(server?.parentSpanId).toBe('b7ad6b7169203331');
    expect(server && attributeOf(server, 'fundlens.request_id')).toBe(headers.get('x-request-id'));
    expect(server && attributeOf(server, 'http.response.status_code')).toBe('200');
    const children = spans.filter(({ parentSpanId }) => parentSpanId === server?.spanId);
    const waits = children.map((span) => [span.name, attributeOf(span, 'db.system.name')]);
    expect(waits).toEqual([
      ...[
        ['authenticate', 'mongodb'],
        ['limit', 'redis'],
        ['check location', 'mongodb'],
      ],
      ...[
        ['freshness', 'mongodb'],
        ['wait for turn', undefined],
        ['read', 'mongodb'],
      ],
    ]);
  });

  it('and what a client asks for stand in no span, and what is not sampled has none', () => {
    const sent = receiver.bodies.join('');
    for (const value of ['Maria', 'Traced', PLANTED_SSN, PLANTED_SSN.replaceAll('-', ''), tenant.key.token, CONTACT]) {
      expect(sent).not.toContain(value);
    }
    expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(2);
  });
});
