import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsvMapping } from './csv-mapping.ts';
import { csvReader } from './csv-reader.ts';
import type { EventRead } from './event-reader.ts';

const mapping = {
  type: 'ContactChanged',
  columns: {
    Id: 'contactId',
    'First name': 'firstName',
    Tags: { field: 'tags', split: ';' },
    DND: { field: 'dnd', values: { On: 'true', Off: 'false' } },
    Created: 'createdAt',
    Segment: 'customFields[segment]',
    Version: 'meta.version',
  },
  constants: { 'meta.locationId': 'loc-1', 'meta.source': 'export', 'meta.occurredAt': '2026-01-15T12:00:00Z' },
  ignore: ['Notes'],
};
const HEADER = 'Id,First name,Tags,DND,Created,Segment,Version,Notes';

async function read(text: string, given: object = mapping): Promise<EventRead[]> {
  async function* chunks() {
    // In parts that cut characters and quotes.
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
  }
  const reads: EventRead[] = [];
  for await (const one of csvReader(readCsvMapping(JSON.stringify(given))).read(chunks())) reads.push(one);
  return reads;
}

const told = (reads: readonly EventRead[]) =>
  reads.flatMap((one) => ('issues' in one ? one.issues.map(({ field, rule }) => `${one.at}: ${field}: ${rule}`) : []));

test('rows are events: cells by their column, quotes, lists, words, instants, custom fields, constants', async () => {
  const [first, second] = await read(
    `\ufeff${HEADER}\r\nc-1,"Ann ""A"", Zoë",a; b,On,2025-11-03T09:30:00-05:00,gold,7,x\r\nc-2,,,,,,8,\r\n`,
  );
  expect(first).toMatchObject({
    at: 2,
    publishable: {
      type: 'ContactChanged',
      event: {
        meta: { version: 7, locationId: 'loc-1', source: 'export', occurredAt: Date.UTC(2026, 0, 15, 12) },
        contactId: 'c-1',
        firstName: 'Ann "A", Zoë',
        tags: ['a', 'b'],
        dnd: true,
        createdAt: Date.UTC(2025, 10, 3, 14, 30),
        customFields: [{ id: 'segment', valueJson: '"gold"' }],
      },
    },
  });
  expect(second).toMatchObject({ at: 3, publishable: { event: { firstName: null, tags: [], dnd: null } } });
});

test('a row has the same event id however often it is read, and another row another', async () => {
  const rows = `${HEADER}\nc-1,,,,,,7,\nc-1,,,,,,7,\nc-2,,,,,,7,\n`;
  const ids = (await read(rows)).map((one) => 'publishable' in one && one.publishable.event.meta.eventId);
  expect(ids).toEqual((await read(rows)).map((one) => 'publishable' in one && one.publishable.event.meta.eventId));
  expect(ids[0]).toBe(ids[1]);
  expect(ids[0]).not.toBe(ids[2]);
});

test('amounts become cents digit by digit', async () => {
  const deals = {
    type: 'DealChanged',
    columns: { Id: 'dealId', Contact: 'contactId', Value: { field: 'amountCents', as: 'money' } },
    constants: { 'meta.locationId': 'l', 'meta.source': 's', 'meta.occurredAt': 0, 'meta.version': 1, status: 'open' },
  };
  const rows = ['1.1', '"$1,234.5"', '0', '19.99', '1.999', 'many'].map((value) => `d,c,${value}`);
  const reads = await read(`Id,Contact,Value\n${rows.join('\n')}`, deals);
  expect(reads.flatMap((one) => ('publishable' in one ? [one.publishable.event] : []))).toMatchObject(
    [110, 123_450, 0, 1_999].map((amountCents) => ({ amountCents })),
  );
  expect(told(reads)).toEqual(['6: amountCents: must be a number', '7: amountCents: must be a number']);
});

test('a row that breaks a rule is refused by row, field and rule; empty rows are passed over', async () => {
  const reads = await read(`${HEADER}\nno id,,,,,,7,\n\nc-2,,,,,\nc-3,,,maybe,,,x,\n`);
  expect(told(reads)).toEqual([
    '2: contactId: must start with a letter or digit and contain only letters, digits and . _ ~ @ -',
    '4: : must have 8 cells, as the header has',
    '5: meta.version: must be a number',
    '5: dnd: must be true or false',
  ]);
});

describe('the file is refused as a whole', () => {
  test.each([
    ['an unknown column', 'Id,Colour\n', 'The header lacks the column First name of the mapping.'],
    [
      'a column that is neither mapped nor ignored',
      `${HEADER},Colour\n`,
      'has the column Colour, which the mapping neither',
    ],
    ['a column that is there twice', `${HEADER},Id\n`, 'has the column Id twice'],
    ['no header', '', 'The file has no header.'],
    ['an open quote', `${HEADER}\nc-1,"Ann,,,,,,\nc-2,,,,,,\n`, 'has a quote that is not closed'],
    [
      'a quote inside a cell',
      `${HEADER}\nc-1,A"nn",,,,,,\n`,
      'Row 2 has a quote that is not closed, or that stands inside a cell',
    ],
  ])('%s', async (_, text, message) => {
    await expect(read(text)).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining(message) });
  });

  test('bytes that are not UTF-8', async () => {
    async function* chunks() {
      yield Buffer.concat([Buffer.from(`${HEADER}\nc-1,`), Buffer.from([0xff]), Buffer.from(',,,,,7,\n')]);
    }
    const reads = csvReader(readCsvMapping(JSON.stringify(mapping)))
      .read(chunks())
      [Symbol.asyncIterator]();
    await expect(reads.next()).rejects.toThrow('The file is not UTF-8.');
  });
});

describe('a mapping is refused', () => {
  test.each([
    ['that is not JSON', '{', 'it is not JSON'],
    ['of an unknown event', { ...mapping, type: 'Contact' }, 'type must be one of LocationChanged'],
    ['with an unknown member', { ...mapping, skip: [] }, 'skip is not what'],
    [
      'with an unknown field',
      { ...mapping, columns: { Id: 'contactid' } },
      'contactid is not a field of ContactChanged',
    ],
    ['with a record as its field', { ...mapping, columns: { Id: 'meta' } }, 'meta is a record, not a value'],
    [
      'with one field twice',
      { ...mapping, columns: { A: 'contactId', B: 'contactId' } },
      'two columns or constants have the field contactId',
    ],
  ])('%s', (_, given, message) => {
    expect(() => readCsvMapping(typeof given === 'string' ? given : JSON.stringify(given))).toThrow(message);
  });
});

test('any text in a cell comes out as it went in', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((cell) => cell.isWellFormed());
  await fc.assert(
    fc.asyncProperty(text, async (cell) => {
      const [read1] = await read(`${HEADER}\nc-1,"${cell.replaceAll('"', '""')}",,,,,7,\n`);
      expect(read1).toMatchObject({ publishable: { event: { firstName: cell } } });
    }),
    { numRuns: 50 },
  );
});
