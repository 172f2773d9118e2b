import { RetryableError } from '@fundlens/runtime/errors';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { avroTypeOf } from './avro-type.ts';
import { type CodecOptions, createCodec } from './codec.ts';
import { definitionOf, eventTypes } from '../event-types.ts';
import { MAX_REPORT_BYTES } from '../definition/limits.ts';
import { memoryRegistry } from '../testing/memory-registry.ts';
import { sampleEvent } from '../testing/sample-events.ts';
import { topicNames } from './topic-names.ts';

const topics = topicNames('test.');

function setup(options: Partial<CodecOptions> = {}) {
  const registry = memoryRegistry();
  const time = { now: 0 };
  const codec = createCodec({ registry, topics, clock: () => time.now, ...options });
  return { registry, time, codec };
}

const key = Buffer.from('location:loc-1:loc-1');

async function locationRecord(codec = setup().codec) {
  return (await codec.encode('LocationChanged', sampleEvent('LocationChanged'))).value;
}

/** The value under another schema id. */
function withId(value: Buffer, id: number): Buffer {
  const copy = Buffer.from(value);
  copy.writeUInt32BE(id, 1);
  return copy;
}

describe('decode refuses', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['four bytes', Buffer.alloc(4)],
    ['another magic byte', Buffer.from([1, 0, 0, 0, 1, 0])],
    ['text', Buffer.from('{"type":"ContactChanged"}')],
  ])('%s', async (_, value) => {
    await expect(setup().codec.decode({ topic: topics.crm, key, value })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'undecodable',
    });
  });

  test('a truncated record and one with bytes left over', async () => {
    const { codec } = setup();
    const value = await locationRecord(codec);
    for (const damaged of [value.subarray(0, -1), Buffer.concat([value, Buffer.alloc(1)])]) {
      await expect(codec.decode({ topic: topics.crm, key, value: damaged })).rejects.toMatchObject({
        code: 'undecodable',
      });
    }
  });

  test('a record type that does not belong to the topic', async () => {
    const { codec, registry } = setup();
    const value = await locationRecord(codec);
    const foreign = registry.add({ type: 'record', name: 'Other', namespace: 'elsewhere', fields: [] });
    for (const message of [
      { topic: topics.funding, key, value },
      { topic: 'unrelated', key, value },
      { topic: topics.crm, key, value: withId(value, foreign) },
    ]) {
      await expect(codec.decode(message)).rejects.toMatchObject({ kind: 'invalid', code: 'wrong_record_type' });
    }
  });

  test('a schema that is not readable or does not resolve to ours', async () => {
    const { codec, registry } = setup();
    const value = await locationRecord(codec);
    const broken = registry.add({ type: 'record', name: 'Broken', fields: 'none' });
    const strange = registry.add({ type: 'record', name: 'LocationChanged', namespace: 'fundlens.crm', fields: [] });
    await expect(codec.decode({ topic: topics.crm, key, value: withId(value, broken) })).rejects.toMatchObject({
      code: 'unreadable_schema',
    });
    await expect(codec.decode({ topic: topics.crm, key, value: withId(value, strange) })).rejects.toMatchObject({
      code: 'incompatible_schema',
    });
  });

  test.each([
    ['no key', null, 'key_missing'],
    ['another key', Buffer.from('location:loc-2:loc-2'), 'key_mismatch'],
    ['a key that is not text', Buffer.from([0xff, 0xfe]), 'key_mismatch'],
  ])('%s', async (_, wrong, code) => {
    const { codec } = setup();
    const value = await locationRecord(codec);
    await expect(codec.decode({ topic: topics.crm, key: wrong, value })).rejects.toMatchObject({
      kind: 'invalid',
      code,
    });
  });

  test('what Avro accepts and the contract does not, naming field and rule', async () => {
    const { codec, registry } = setup();
    const type = avroTypeOf(definitionOf('LocationChanged').avro);
    const event = { ...sampleEvent('LocationChanged'), timezone: 'Nowhere/Secret' };
    const id = registry.add(definitionOf('LocationChanged').avro);
    const value = Buffer.concat([withId(Buffer.alloc(5), id), type.toBuffer(event)]);
    const refusal = codec.decode({ topic: topics.crm, key, value });
    await expect(refusal).rejects.toMatchObject({ kind: 'invalid', code: 'validation_failed', field: 'timezone' });
    await expect(refusal).rejects.not.toThrow(/Secret/);
  });

  test('damaged bytes of any kind, with an error of our own and without delay', async () => {
    const { codec, registry } = setup({ unknownSchemaRetryMs: 0 });
    for (const type of eventTypes) registry.add(definitionOf(type).avro);
    const anyBytes = fc.tuple(fc.integer({ min: 1, max: 14 }), fc.uint8Array({ maxLength: 400 }));
    await fc.assert(
      fc.asyncProperty(anyBytes, fc.constantFrom(...Object.values(topics)), async ([id, bytes], topic) => {
        const value = Buffer.concat([withId(Buffer.alloc(5), id), bytes]);
        await expect(codec.decode({ topic, key, value })).rejects.toMatchObject({ kind: 'invalid' });
      }),
      { numRuns: 500 },
    );
  });

  test('a record damaged in one byte, or reads it as another valid event', async () => {
    const { codec } = setup({ unknownSchemaRetryMs: 0 });
    const encoded = await codec.encode('CreditReportStored', sampleEvent('CreditReportStored'));
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: encoded.value.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          const value = Buffer.from(encoded.value);
          value[at] = (value[at] ?? 0) ^ flip;
          const outcome = await codec
            .decode({ topic: encoded.topic, key: Buffer.from(encoded.key), value })
            .catch((error) => error);
          expect(outcome.kind === 'invalid' || outcome.type === 'CreditReportStored').toBe(true);
        },
      ),
      { numRuns: 250 },
    );
  });
});

describe('an unknown schema id', () => {
  const retryable = { kind: 'retryable', code: 'unknown_schema_id' };
  const invalid = { kind: 'invalid', code: 'unknown_schema_id' };
  const emptied = { kind: 'retryable', code: 'registry_emptied' };
  const location = definitionOf('LocationChanged').avro;
  const read = { type: 'LocationChanged', event: sampleEvent('LocationChanged') };
  const unknown = async (topic = topics.crm) => ({ topic, key, value: withId(await locationRecord(), 77) });

  test('is retryable for its first fifteen seconds, then invalid', async () => {
    const { codec, time } = setup();
    for (const now of [0, 7_000, 14_999]) {
      time.now = now;
      await expect(codec.decode(await unknown())).rejects.toMatchObject(retryable);
    }
    time.now = 15_000;
    await expect(codec.decode(await unknown())).rejects.toMatchObject(invalid);
  });

  test('is waited for no longer when the process restarts, and its wait ends when it becomes known', async () => {
    const met = new Map([[77, 14_000]]);
    const schemaWaits = {
      met: async (id: number) => met.get(id) ?? 0,
      ended: async (id: number) => void met.delete(id),
    };
    const { registry, time, codec } = setup({ schemaWaits });
    await expect(codec.decode(await unknown())).rejects.toMatchObject(retryable);
    time.now = 1_000;
    await expect(codec.decode(await unknown())).rejects.toMatchObject(invalid);
    registry.add(location, 77);
    time.now = 120_000;
    expect(await codec.decode(await unknown())).toEqual(read);
    expect(met.size).toBe(0);
  });

  test('holds access events for half a minute at most, so that revocations behind it do not wait', async () => {
    const { codec, time } = setup({ unknownSchemaRetryMs: 600_000 });
    await expect(codec.decode(await unknown(topics.access))).rejects.toMatchObject(retryable);
    time.now = 30_000;
    await expect(codec.decode(await unknown(topics.access))).rejects.toMatchObject(invalid);
  });

  test.each([500, 60_000])(
    'that becomes known is read, before and after it was given up: %i ms later',
    async (later) => {
      const { codec, registry, time } = setup({ unknownSchemaRetryMs: 1_000 });
      await expect(codec.decode(await unknown())).rejects.toMatchObject(retryable);
      registry.add(location, 77);
      time.now = later;
      expect(await codec.decode(await unknown())).toEqual(read);
    },
  );

  test('is waited for as long as the registry has lost schemas that it had, which is said at once', async () => {
    let forgotten = true;
    const { codec, time } = setup({ unknownSchemaRetryMs: 600_000, registryHasForgotten: async () => forgotten });
    for (time.now = 0; time.now < 3_000_000; time.now += 1_000_000) {
      await expect(codec.decode(await unknown())).rejects.toMatchObject(emptied);
    }
    forgotten = false;
    await expect(codec.decode(await unknown())).rejects.toMatchObject(invalid);
  });

  test('is read when the registry is restored between two questions', async () => {
    const { registry, codec } = setup({
      unknownSchemaRetryMs: 0,
      registryHasForgotten: async () => {
        registry.add(location, 77);
        return false;
      },
    });
    expect(await codec.decode(await unknown())).toEqual(read);
  });

  test('is waited for when the registry is emptied between two questions', async () => {
    const looks = [false, true];
    const { codec } = setup({ unknownSchemaRetryMs: 0, registryHasForgotten: async () => looks.shift() ?? false });
    await expect(codec.decode(await unknown())).rejects.toMatchObject(emptied);
  });

  test('that was given up does not flood the registry', async () => {
    const { codec, registry, time } = setup({ unknownSchemaRetryMs: 1_000 });
    await expect(codec.decode(await unknown())).rejects.toMatchObject(retryable);
    time.now = 60_000;
    for (let index = 0; index < 100; index++) {
      await expect(codec.decode(await unknown())).rejects.toMatchObject(invalid);
    }
    expect(registry.questions()).toBe(3);
  });
});

test('a registry that is away is waited for, also to encode', async () => {
  const away = new RetryableError('registry_unavailable', 'away');
  const registry = { schemaById: () => Promise.reject(away), register: () => Promise.reject(away) };
  const codec = createCodec({ registry, topics, clock: () => 0 });
  await expect(codec.decode({ topic: topics.crm, key, value: await locationRecord() })).rejects.toBe(away);
  await expect(codec.encode('LocationChanged', sampleEvent('LocationChanged'))).rejects.toBe(away);
});

test('each schema is asked for once, however many records arrive at a time', async () => {
  const { codec, registry } = setup();
  const value = await locationRecord(codec);
  await Promise.all(Array.from({ length: 50 }, () => codec.decode({ topic: topics.crm, key, value })));
  expect(registry.questions()).toBe(1);
});

test('records of a newer and an older schema are read as ours', async () => {
  const { codec, registry } = setup();
  const ours = definitionOf('LocationChanged').avro;
  const event = sampleEvent('LocationChanged');
  const newer = { ...ours, fields: [...ours.fields, { name: 'motto', type: ['null', 'string'], default: null }] };
  const older = { ...ours, fields: ours.fields.filter(({ name }) => name !== 'timezone') };
  for (const schema of [newer, older]) {
    const record = avroTypeOf(schema).toBuffer({ ...event, motto: 'onwards' });
    const value = Buffer.concat([withId(Buffer.alloc(5), registry.add(schema)), record]);
    expect(await codec.decode({ topic: topics.crm, key, value })).toEqual({ type: 'LocationChanged', event });
  }
});

describe('encode', () => {
  test('refuses an invalid event, naming field and rule', async () => {
    const event = { ...sampleEvent('ContactChanged'), contactId: 'not an id' };
    await expect(setup().codec.encode('ContactChanged', event)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'id_pattern',
      field: 'contactId',
    });
  });

  test('accepts the largest report, as any kind of byte array, and keeps its bytes', async () => {
    const { codec } = setup();
    const report = new Uint8Array(MAX_REPORT_BYTES).fill(0x20);
    const event = { ...sampleEvent('CreditReportStored'), report };
    const encoded = await codec.encode('CreditReportStored', event);
    const decoded = await codec.decode({ ...encoded, key: Buffer.from(encoded.key) });
    expect(
      decoded.type === 'CreditReportStored' && Buffer.from(report).equals(decoded.event.report ?? Buffer.of()),
    ).toBe(true);
  });

  test('refuses a record that the topic would refuse', async () => {
    const customFields = Array.from({ length: 100 }, (_, index) => ({
      id: `f${index}`,
      valueJson: `"${'x'.repeat(16_000)}"`,
      name: null,
    }));
    const event = { ...sampleEvent('ContactChanged'), customFields };
    await expect(setup().codec.encode('ContactChanged', event)).rejects.toMatchObject({ code: 'record_too_large' });
  });
});

test('what was prepared is encoded without the registry', async () => {
  const memory = memoryRegistry();
  let isAway = false;
  const register: typeof memory.register = async (subject, schema) => {
    if (isAway) throw new RetryableError('registry_unavailable', 'away');
    return await memory.register(subject, schema);
  };
  const codec = createCodec({ registry: { ...memory, register }, topics, clock: Date.now });
  await codec.prepare(['LocationChanged']);
  isAway = true;
  await expect(codec.encode('LocationChanged', sampleEvent('LocationChanged'))).resolves.toMatchObject({
    topic: topics.crm,
  });
  await expect(codec.encode('ContactChanged', sampleEvent('ContactChanged'))).rejects.toMatchObject({
    kind: 'retryable',
  });
});
