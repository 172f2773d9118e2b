import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { InvalidError } from '@fundlens/runtime/errors';
import { parse } from 'csv-parse';
import type { AvroSchema } from './avro-schema.ts';
import type { CsvMapping, MappedColumn, Target } from './csv-mapping.ts';
import { readEventFields } from './event-line.ts';
import { type EventRead, type EventReader, refusedRead } from './event-reader.ts';
import { MAX_REPORT_BYTES } from './limits.ts';
import { shownName } from './rule-sentences.ts';

/** A report with every quote of its JSON doubled, and its other columns. */
const MAX_ROW_BYTES = 3 * MAX_REPORT_BYTES;

type Row = { readonly record: readonly string[]; readonly info: { readonly records: number; readonly bytes: number } };

/** Comma-separated values with a header; an empty cell is a field that is left out. `at` counts as a spreadsheet does. */
export function csvReader(mapping: CsvMapping): EventReader {
  return {
    unit: 'row',
    async *read(chunks) {
      const rows = parse({
        ...{ delimiter: mapping.delimiter, bom: true, info: true, max_record_size: MAX_ROW_BYTES },
        // A row of another length is refused by itself.
        relax_column_count: true,
      });
      // Its end, or its failure, reaches the loop below.
      pipeline(Readable.from(utf8(chunks)), rows, () => undefined);
      let header: readonly string[] | undefined;
      let before = 0;
      try {
        for await (const { record, info } of rows as AsyncIterable<Row>) {
          const at = info.records;
          const bytes = info.bytes - before;
          before = info.bytes;
          if (header === undefined) header = checkedHeader(record, mapping);
          else if (record.length > 1 || record[0]?.trim() !== '') yield readRow(record, { at, bytes, header, mapping });
        }
      } catch (error) {
        throw error instanceof InvalidError ? error : broken(error);
      }
      if (header === undefined) throw new InvalidError('input_file', 'The file has no header.');
    },
  };
}

async function* utf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new InvalidError('input_file', 'The file is not UTF-8.') : error;
  }
}

/** The library's messages quote the row. Its `records` are those before. */
function broken(error: unknown): InvalidError {
  const { code, records } = error as { readonly code?: unknown; readonly records?: unknown };
  const where = typeof records === 'number' ? `Row ${records + 1}` : 'A row';
  const rule =
    code === 'CSV_MAX_RECORD_SIZE'
      ? `is longer than ${MAX_ROW_BYTES} bytes`
      : 'has a quote that is not closed, or that stands inside a cell';
  return new InvalidError('input_file', `${where} ${rule}; what follows it cannot be read.`);
}

function checkedHeader(header: readonly string[], { columns, ignore }: CsvMapping): readonly string[] {
  const missing = [...columns.keys()].filter((name) => !header.includes(name));
  const unknown = header.filter((name) => !columns.has(name) && !ignore.has(name));
  const twice = header.filter((name, index) => columns.has(name) && header.indexOf(name) !== index);
  const [first] = [
    ...missing.map((name) => `lacks the column ${shownName(name)} of the mapping`),
    ...unknown.map((name) => `has the column ${shownName(name)}, which the mapping neither maps nor ignores`),
    ...twice.map((name) => `has the column ${shownName(name)} twice`),
  ];
  if (first !== undefined) throw new InvalidError('csv_header', `The header ${first}.`);
  return header;
}

type RowContext = {
  readonly at: number;
  readonly bytes: number;
  readonly header: readonly string[];
  readonly mapping: CsvMapping;
};

function readRow(record: readonly string[], { at, bytes, header, mapping }: RowContext): EventRead {
  if (record.length !== header.length) {
    return refusedRead(at, 'csv_row', `must have ${header.length} cells, as the header has`);
  }
  const event: Record<string, unknown> = { meta: { eventId: eventIdOf(mapping, record) } };
  for (const { target, value } of mapping.constants) put(event, target, value);
  for (const [index, name] of header.entries()) {
    const column = mapping.columns.get(name);
    const cell = record[index] ?? '';
    if (column !== undefined && cell !== '') put(event, column.target, cellValue(cell, column));
  }
  return { at, bytes, ...readEventFields(mapping.type, event) };
}

/** The same row is the same event, however often it is read. */
function eventIdOf({ type }: CsvMapping, record: readonly string[]): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([type, record]))
    .digest('hex');
  // Version 8 of RFC 9562: made by a rule of our own.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

function put(event: Record<string, unknown>, target: Target, value: unknown): void {
  if ('customField' in target) {
    const entry = { id: target.customField, valueJson: JSON.stringify(value) };
    event.customFields = [...((event.customFields as unknown[] | undefined) ?? []), entry];
    return;
  }
  let holder = event;
  for (const name of target.path.slice(0, -1)) {
    holder[name] ??= {};
    holder = holder[name] as Record<string, unknown>;
  }
  holder[target.path.at(-1) ?? ''] = value;
}

function cellValue(cell: string, { target, split, as, values }: MappedColumn): unknown {
  const type = 'customField' in target ? 'string' : target.type;
  const one = (text: string): unknown => {
    const mapped = values?.[text] ?? text;
    return as === 'money' ? centsOf(mapped) : typed(mapped, type);
  };
  if (split === undefined) return one(cell);
  return cell
    .split(split)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(one);
}

const AMOUNT = /^\s*[$€£]?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*$/;

/** Digit by digit: amounts are never fractions of a binary number. What is no amount stays, for validation to refuse. */
function centsOf(text: string): number | string {
  const [, whole, fraction = ''] = AMOUNT.exec(text) ?? [];
  return whole === undefined ? text : Number(`${whole.replaceAll(',', '')}${fraction.padEnd(2, '0')}`);
}

const NUMBER = /^-?\d+(\.\d+)?$/;
const WORDS: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

/** Text to what Avro has in the field; what does not read as such stays, for validation to refuse. */
function typed(text: string, schema: AvroSchema): unknown {
  if (Array.isArray(schema)) {
    const branch = (schema as readonly AvroSchema[]).find((one) => one !== 'null') ?? 'string';
    return typed(text, branch);
  }
  const name = typeof schema === 'string' ? schema : (schema as { readonly type: AvroSchema }).type;
  if (name === 'boolean') return WORDS[text.toLowerCase()] ?? text;
  const isNumber = name === 'int' || name === 'long' || name === 'double';
  return isNumber && NUMBER.test(text) ? Number(text) : text;
}
