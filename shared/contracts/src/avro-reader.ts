import { pipeline, Readable } from 'node:stream';
import { inflateRaw, zstdDecompress } from 'node:zlib';
import { InvalidError } from '@fundlens/runtime/errors';
import avro, { type Type } from 'avsc';
import snappy from 'snappy';
import { avroTypeOf } from './avro-type.ts';
import { snappyBytes } from './compression.ts';
import { fillDefaults } from './event-defaults.ts';
import type { EventReader, EventRead } from './event-reader.ts';
import { definitionOf, type EventType, eventTypes } from './event-types.ts';
import { MAX_EXPANDED_BATCH_BYTES } from './limits.ts';
import { type ParsedSchema, parseSchema } from './parsed-schema.ts';
import type { Publishable } from './publisher.ts';
import { differencesOf } from './schema-differences.ts';
import { checkEvent } from './validation.ts';

/** What avsc's decoder keeps and its published types leave out. */
type DecoderState = { readonly _tap: { readonly buf: Buffer; readonly pos: number } };

type Callback = (error: Error | null, data?: Buffer) => void;

/** A block of a file that expands to more is no file of events. */
const bounded = { maxOutputLength: MAX_EXPANDED_BATCH_BYTES };
/** Behind each Snappy block stands its checksum. */
const CHECKSUM_BYTES = 4;

const codecs: Readonly<Record<string, (data: Buffer, done: Callback) => void>> = {
  null: (data, done) => done(null, data),
  deflate: (data, done) => inflateRaw(data, bounded, done),
  zstandard: (data, done) => zstdDecompress(data, bounded, done),
  snappy: (data, done) => {
    uncompressBounded(data.subarray(0, -CHECKSUM_BYTES)).then(
      (expanded) => done(null, expanded),
      (error: Error) => done(error),
    );
  },
};

async function uncompressBounded(block: Buffer): Promise<Buffer> {
  if (snappyBytes(block) > MAX_EXPANDED_BATCH_BYTES) throw new RangeError('a block is too large');
  return Buffer.from(await snappy.uncompress(block, { asBuffer: true }));
}

/**
 * Avro object container files whose records are those of one event type, of any version of its schema. The file is refused
 * as a whole when its schema does not fit or a part of it is damaged or missing.
 */
export const avroReader: EventReader = {
  unit: 'record',
  async *read(chunks) {
    const schema: { of: EventType | null } = { of: null };
    const decoder = new avro.streams.BlockDecoder({
      codecs: codecs as never,
      parseHook: (json) => {
        schema.of = eventTypeOf(json);
        return avroTypeOf(json) as Type as never;
      },
    });
    let at = 0;
    try {
      // Its end, or its failure, reaches the loop below.
      pipeline(Readable.from(withWholeHeader(chunks)), decoder, () => undefined);
      for await (const record of decoder) {
        at += 1;
        yield readRecord(at, schema.of, record);
      }
    } catch (error) {
      throw error instanceof InvalidError ? error : unreadable(schema.of, at);
    }
    const { buf, pos } = (decoder as unknown as DecoderState)._tap;
    // The decoder takes a block that is cut off for one that is still to come.
    if (schema.of === null || pos < buf.length) throw unreadable(schema.of, at);
  },
};

/** Names and values of a file, its schema among them. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** A map and a list of its entries are the same bytes; of a list, more entries than bytes are refused at once. */
const headerType = avroTypeOf({
  type: 'record',
  name: 'Header',
  fields: [
    { name: 'magic', type: { type: 'fixed', name: 'Magic', size: 4 } },
    {
      name: 'meta',
      type: {
        type: 'array',
        items: {
          type: 'record',
          name: 'Entry',
          fields: [
            { name: 'key', type: 'string' },
            { name: 'value', type: 'bytes' },
          ],
        },
      },
    },
    { name: 'sync', type: { type: 'fixed', name: 'Sync', size: 16 } },
  ],
});

/**
 * The same bytes, once the header is complete: avsc's decoder loops over the entries that a header claims, and a damaged
 * byte can claim 2^47.
 * @throws RangeError for a header that is none.
 */
async function* withWholeHeader(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let header: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (header === null) {
      yield chunk;
      continue;
    }
    header = Buffer.concat([header, chunk]);
    if (isComplete(header)) {
      yield header;
      header = null;
    } else if (header.length > MAX_HEADER_BYTES) break;
  }
  if (header !== null) throw new RangeError('a header is cut off, too long or damaged');
}

function isComplete(header: Buffer): boolean {
  try {
    return headerType.decode(header).offset >= 0;
  } catch {
    // It claims more entries than it has bytes so far.
    return false;
  }
}

function readRecord(at: number, type: EventType | null, record: unknown): EventRead {
  if (type === null) throw unreadable(type, at);
  const checked = checkEvent(type, fillDefaults(type, record));
  const bytes = sizeOf(record);
  return {
    at,
    bytes,
    ...('issues' in checked ? checked : { publishable: { type, event: checked.event } as Publishable }),
  };
}

/** Of reports, which alone are large. */
function sizeOf(record: unknown): number {
  const { report } = record as { readonly report?: unknown };
  return 1_000 + (report instanceof Uint8Array ? report.length : 0);
}

/** @throws InvalidError naming the field that does not fit. */
function eventTypeOf(json: unknown): EventType {
  const schema = schemaOf(json);
  const fullName = schema.kind === 'record' ? schema.fullName : '';
  const type = eventTypes.find((name) => definitionOf(name).fullName === fullName);
  if (type === undefined) {
    throw new InvalidError('wrong_record_type', 'The records of the file are no event of the contract.');
  }
  const [first] = differencesOf(parseSchema(definitionOf(type).avro), schema);
  if (first === undefined) return type;
  const rule = `${first.field === '' ? 'the schema' : first.field}: ${first.text} (rule ${first.rule})`;
  throw new InvalidError('incompatible_schema', `The schema of the file does not fit ${type}. ${rule}`);
}

function schemaOf(json: unknown): ParsedSchema {
  try {
    return parseSchema(json);
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    throw new InvalidError(error.code, `The schema of the file cannot be read. ${error.message}`);
  }
}

function unreadable(type: EventType | null, at: number): InvalidError {
  if (type !== null) return new InvalidError('input_file', `The file is damaged or cut off after record ${at}.`);
  const names = Object.keys(codecs).join(', ');
  return new InvalidError('input_file', `The file is no Avro container file with a codec of ${names}.`);
}
