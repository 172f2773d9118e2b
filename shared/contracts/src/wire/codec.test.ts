import { RetryableError } from '@fundlens/runtime/errors';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { avroTypeOf } from './avro-type.ts';
import { type Codec, type CodecOptions, createCodec } from './codec.ts';
import { definitionOf, eventTypes } from '../event-types.ts';
import { memoryRegistry } from '../testing/memory-registry.ts';
import { sampleEvent } from '../testing/sample-events.ts';
import type { SchemaRegistry } from './registry.ts';
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

const ofCrm = (value: Buffer) => ({ topic: topics.crm, key, value });

/** How a record of a location is refused that was changed like this. */
async function refused(
  change: (value: Buffer, registry: ReturnType<typeof memoryRegistry>) => Partial<Parameters<Codec['decode']>[0]>,
): Promise<unknown> {
  const { codec, registry } = setup();
  const value = await locationRecord(codec);
  return await codec.decode({ ...ofCrm(value), ...change(value, registry) }).catch((error: unknown) => error);
}

const ours = { type: 'record', name: 'LocationChanged', namespace: 'fundlens.crm' };
/** Puts the record under the id of a schema that is ours but for this. */
const under =
  (changed: object): Parameters<typeof refused>[0] =>
  (value, registry) => ({ value: withId(value, registry.add({ ...ours, ...changed })) });

describe('decode refuses', () => {
  test.each<[string, string, Parameters<typeof refused>[0]]>([
    ['nothing', 'undecodable', () => ({ value: Buffer.alloc(0) })],
    ['four bytes', 'undecodable', () => ({ value: Buffer.alloc(4) })],
    ['another magic byte', 'undecodable', () => ({ value: Buffer.from([1, 0, 0, 0, 1, 0]) })],
    ['text', 'undecodable', () => ({ value: Buffer.from('{"type":"ContactChanged"}') })],
    ['a truncated record', 'undecodable', (value) => ({ value: value.subarray(0, -1) })],
    ['bytes left over', 'undecodable', (value) => ({ value: Buffer.concat([value, Buffer.alloc(1)]) })],
    ['a type of another topic', 'wrong_record_type', () => ({ topic: topics.funding })],
    ['a topic of others', 'wrong_record_type', () => ({ topic: 'unrelated' })],
    ['a type of others', 'wrong_record_type', under({ namespace: 'elsewhere', fields: [] })],
    ['a schema that is none', 'unreadable_schema', under({ fields: 'none' })],
    ['a schema that does not resolve to ours', 'incompatible_schema', under({ fields: [] })],
    ['no key', 'key_missing', () => ({ key: null })],
    ['another key', 'key_mismatch', () => ({ key: Buffer.from('location:loc-2:loc-2') })],
    ['a key that is not text', 'key_mismatch', () => ({ key: Buffer.from([0xff, 0xfe]) })],
  ])('%s: %s', async (_, code, change) => {
    expect(await refused(change)).toMatchObject({ kind: 'invalid', code });
  });

  test('what Avro accepts and the contract does not, naming field and rule', async () => {
    const { codec, registry } = setup();
    const type = avroTypeOf(definitionOf('LocationChanged').avro);
    const event = { ...sampleEvent('LocationChanged'), timezone: 'Nowhere/Secret' };
    const id = registry.add(definitionOf('LocationChanged').avro);
    const value = Buffer.concat([withId(Buffer.alloc(5), id), type.toBuffer(event)]);
    const refusal = codec.decode(ofCrm(value));
    await expect(refusal).rejects.toMatchObject({ kind: 'invalid', code: 'validation_failed', field: 'timezone' });
    await expect(refusal).rejects.not.toThrow(/Secret/);
  });

  test('a record of any type that is damaged in one byte, cut and filled up, or reads it as another valid event', async () => {
    const { codec } = setup({ unknownSchemaRetryMs: 0 });
    const records = await Promise.all(eventTypes.map((type) => codec.encode(type, sampleEvent(type) as never)));
    const damage = fc.record({ at: fc.nat(), flip: fc.integer({ min: 1, max: 255 }), end: fc.uint8Array() });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...records), damage, async (encoded, { at, flip, end }) => {
        const value = Buffer.from(encoded.value);
        const place = at % value.length;
        value[place] = (value[place] ?? 0) ^ flip;
        for (const damaged of [value, Buffer.concat([value.subarray(0, place), end])]) {
          const record = { topic: encoded.topic, key: Buffer.from(encoded.key), value: damaged };
          const outcome = await codec.decode(record).catch((error) => error);
          expect(outcome.kind === 'invalid' || eventTypes.includes(outcome.type), String(outcome)).toBe(true);
        }
      }),
      { numRuns: 500 },
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

  test('is retryable for as long as is said, then invalid; of access events, however long others wait, for thirty', async () => {
    const patient = { unknownSchemaRetryMs: 600_000 };
    for (const [options, topic, limit] of [
      [{ unknownSchemaRetryMs: 15_000 }, topics.crm, 15_000] as const,
      [patient, topics.access, 30_000] as const,
    ]) {
      const { codec, time } = setup(options);
      for (const now of [0, 7_000, limit - 1]) {
        time.now = now;
        await expect(codec.decode(await unknown(topic))).rejects.toMatchObject(retryable);
      }
      time.now = limit;
      await expect(codec.decode(await unknown(topic))).rejects.toMatchObject(invalid);
    }
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

test('each schema is asked for once, however many records arrive at a time', async () => {
  const { codec, registry } = setup();
  const value = await locationRecord(codec);
  await Promise.all(Array.from({ length: 50 }, () => codec.decode(ofCrm(value))));
  expect(registry.questions()).toBe(1);
});

test('a report is taken as any kind of byte array', async () => {
  const { codec } = setup();
  const report = new Uint8Array([0x20, 0x7b, 0x7d]).subarray(1);
  const encoded = await codec.encode('CreditReportStored', { ...sampleEvent('CreditReportStored'), report });
  const { event } = await codec.decode({ ...encoded, key: Buffer.from(encoded.key) });
  expect(event).toMatchObject({ report: Buffer.from('{}') });
});

test('a registry that is away is waited for; what was prepared is encoded without it', async () => {
  const memory = memoryRegistry();
  const away = new RetryableError('registry_unavailable', 'away');
  let isAway = false;
  const registry: SchemaRegistry = {
    schemaById: async (id) => (isAway ? Promise.reject(away) : await memory.schemaById(id)),
    register: async (...schema) => (isAway ? Promise.reject(away) : await memory.register(...schema)),
  };
  const codec = createCodec({ registry, topics, clock: Date.now });
  await codec.prepare(['LocationChanged']);
  isAway = true;
  const { value } = await codec.encode('LocationChanged', sampleEvent('LocationChanged'));
  await expect(codec.encode('ContactChanged', sampleEvent('ContactChanged'))).rejects.toBe(away);
  await expect(codec.decode(ofCrm(value))).rejects.toBe(away);
});
