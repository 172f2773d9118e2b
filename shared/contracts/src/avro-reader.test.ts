import { once } from 'node:events';
import { deflateRawSync, zstdCompressSync } from 'node:zlib';
import avro, { type Schema } from 'avsc';
import fc from 'fast-check';
import snappy from 'snappy';
import { describe, expect, test } from 'vitest';
import { avroReader } from './avro-reader.ts';
import type { EventRead } from './event-reader.ts';
import { definitionOf, type EventType, eventTypes } from './event-types.ts';
import { sampleEvent } from './sample-events.ts';
import { schemaVersions } from './schema-versions.ts';

type Compress = (data: Buffer) => Buffer;
const CHECKSUM = Buffer.alloc(4);
const codecs: Readonly<Record<string, Compress>> = {
  null: (data) => data,
  deflate: (data) => deflateRawSync(data),
  zstandard: (data) => zstdCompressSync(data),
  snappy: (data) => Buffer.concat([snappy.compressSync(data), CHECKSUM]),
  other: (data) => data,
};

type FileOptions = { readonly schema?: unknown; readonly codec?: string; readonly blockSize?: number };

/** A container file as other tools write it. */
async function fileOf(type: EventType, records: readonly object[], options: FileOptions = {}): Promise<Buffer> {
  const { schema = definitionOf(type).avro, codec = 'null', blockSize = 200 } = options;
  const encoder = new avro.streams.BlockEncoder(schema as Schema, {
    ...{ codec, blockSize, writeHeader: true },
    codecs: {
      [codec]: (data: Buffer, done: (error: null, data?: Buffer) => void) => done(null, codecs[codec]?.(data)),
    } as never,
  });
  const parts: Buffer[] = [];
  encoder.on('data', (part: Buffer) => parts.push(part));
  for (const record of records) encoder.write(record);
  encoder.end();
  await once(encoder, 'end');
  return Buffer.concat(parts);
}

async function* inParts(file: Buffer, size = 97): AsyncGenerator<Buffer> {
  for (let start = 0; start < file.length; start += size) yield file.subarray(start, start + size);
}

async function read(file: Buffer, size?: number): Promise<EventRead[]> {
  const reads: EventRead[] = [];
  for await (const one of avroReader.read(inParts(file, size))) reads.push(one);
  return reads;
}

const contacts = Array.from({ length: 30 }, (_, index) => ({
  ...sampleEvent('ContactChanged'),
  contactId: `contact-${index}`,
  tags: ['a', 'b'],
}));
const eventsOf = (reads: readonly EventRead[]) => reads.map((one) => ('publishable' in one ? one.publishable : one));

describe('an Avro container file is read', () => {
  test.each(['null', 'deflate', 'snappy', 'zstandard'])('with the codec %s, record by record', async (codec) => {
    const reads = await read(await fileOf('ContactChanged', contacts, { codec }));
    expect(eventsOf(reads)).toEqual(contacts.map((event) => ({ type: 'ContactChanged', event })));
    expect(reads.map(({ at }) => at)).toEqual(contacts.map((_, index) => index + 1));
  });

  test.each(eventTypes)('when a publisher with any schema of %s wrote it', async (type) => {
    for (const { schema } of schemaVersions(type)) {
      const event = sampleEvent(type);
      const reads = await read(await fileOf(type, [event], { schema }));
      expect(eventsOf(reads)).toEqual([{ type, event }]);
    }
  });

  test('in whatever parts it comes', async () => {
    const file = await fileOf('ContactChanged', contacts, { codec: 'deflate' });
    const sizes = fc.integer({ min: 1, max: file.length });
    await fc.assert(
      fc.asyncProperty(sizes, async (size) => {
        expect(await read(file, size)).toHaveLength(contacts.length);
      }),
      { numRuns: 15 },
    );
  });
});

test('a record that breaks a rule is refused by number, field and rule, and its neighbours are read', async () => {
  const bad = { ...sampleEvent('ContactChanged'), contactId: 'no id' };
  const reads = await read(await fileOf('ContactChanged', [...contacts.slice(0, 1), bad, ...contacts.slice(1, 2)]));
  expect(reads.map((one) => 'publishable' in one)).toEqual([true, false, true]);
  expect(reads[1]).toMatchObject({ at: 2, issues: [{ field: 'contactId' }] });
});

test('a field that the contract does not have is refused by name', async () => {
  const { avro: schema } = definitionOf('ContactChanged');
  const wider = { ...schema, fields: [...schema.fields, { name: 'colour', type: 'string', default: '' }] };
  const reads = await read(await fileOf('ContactChanged', [{ ...contacts[0], colour: 'red' }], { schema: wider }));
  expect(reads).toMatchObject([{ issues: [{ field: 'colour', rule: 'is not a field of ContactChanged' }] }]);
});

describe('a file is refused as a whole', () => {
  test('at every place where it is cut off inside a block, without an event that is not in it', async () => {
    const file = await fileOf('ContactChanged', contacts);
    const whole = eventsOf(await read(file));
    const refused = { kind: 'invalid', code: 'input_file' };
    for (const left of [0, 3, 4, 50, Math.floor(file.length / 2), file.length - 17, file.length - 1]) {
      const seen: EventRead[] = [];
      const reading = (async () => {
        for await (const one of avroReader.read(inParts(file.subarray(0, left)))) seen.push(one);
      })();
      await expect(reading).rejects.toMatchObject(refused);
      expect(eventsOf(seen)).toEqual(whole.slice(0, seen.length));
    }
  });

  test.each([
    [
      'no container file',
      Buffer.from('{"type":"ContactChanged"}'),
      'The file is no Avro container file with a codec of',
    ],
    ['nothing', Buffer.alloc(0), 'The file is no Avro container file with a codec of'],
  ])('%s', async (_, file, message) => {
    await expect(read(file)).rejects.toThrow(message);
  });

  test('another codec, other records, a schema that does not fit', async () => {
    const other = await fileOf('ContactChanged', contacts, { codec: 'other' });
    await expect(read(other)).rejects.toThrow('The file is no Avro container file with a codec of');
    const foreign: Schema = { type: 'record', name: 'elsewhere.Contact', fields: [] };
    await expect(read(await fileOf('ContactChanged', [{}], { schema: foreign }))).rejects.toThrow(
      'are no event of the contract',
    );
    const { avro: schema } = definitionOf('ContactChanged');
    const fields = schema.fields.map((field) =>
      field.name === 'firstName' ? { name: 'firstName', type: 'int' } : field,
    );
    const strange = await fileOf('ContactChanged', [{ ...contacts[0], firstName: 7 }], {
      schema: { ...schema, fields },
    });
    await expect(read(strange)).rejects.toThrow(
      'does not fit ContactChanged. firstName: is read as null or string, and int is written',
    );
  });

  test('whose header claims more entries than it has bytes, without looking for them', async () => {
    const file = await fileOf('ContactChanged', contacts);
    const entries = 4;
    const claimed = Buffer.from([0x96, 0xc7, 0x9d, 0xb9, 0xf0, 0xba, 0x56]);
    const damaged = Buffer.concat([file.subarray(0, entries), claimed, file.subarray(entries + 1)]);
    await expect(read(damaged)).rejects.toMatchObject({ kind: 'invalid', code: 'input_file' });
  });

  test('damaged bytes end in one of our sentences, whichever they are', async () => {
    const file = await fileOf('ContactChanged', contacts, { codec: 'deflate' });
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), async (index, change) => {
        const damaged = Buffer.from(file);
        damaged[index] = (damaged[index] ?? 0) ^ change;
        try {
          for (const one of await read(damaged)) expect('publishable' in one || 'issues' in one).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({
            kind: 'invalid',
            message: expect.stringMatching(/^The (file|schema of the file|records of the file) /),
          });
        }
      }),
      { numRuns: 100 },
    );
  });
});
