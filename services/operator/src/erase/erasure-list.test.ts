import { Readable } from 'node:stream';
import { markOf, type Subject } from '@fundlens/read-models/erasure';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readErasureList } from './erasure-list.ts';

const read = (text: string) => readErasureList(Readable.from([Buffer.from(text)]));
const line = (mark: string, by = 'ticket-1') => `${JSON.stringify({ _id: mark, at: 1_700_000_000_000, by })}\n`;

const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._~@-]{0,20}$/);
const subject: fc.Arbitrary<Subject> = fc.record({ locationId: id, contactId: fc.option(id) });

describe('a list of erasures', () => {
  it('gives each subject once, with the account that erased it first', async () => {
    const text =
      line('contact:loc-1:c-1', 'ticket-1') + line('location:loc-2', 'ada') + line('contact:loc-1:c-1', 'ticket-2');
    expect(await read(text)).toEqual([
      { subject: { locationId: 'loc-1', contactId: 'c-1' }, by: 'ticket-1' },
      { subject: { locationId: 'loc-2', contactId: null }, by: 'ada' },
    ]);
  });

  it('is also what mongoexport writes: with the count of erasures, other spacing and empty lines', async () => {
    const exported =
      '{"_id":"generation","generation":3}\r\n\n{ "_id" : "location:loc-1", "at" : 1795438934278.0, "by" : "ops" }';
    expect(await read(exported)).toEqual([{ subject: { locationId: 'loc-1', contactId: null }, by: 'ops' }]);
    expect(await read('')).toEqual([]);
  });

  it('has every subject whose mark was exported, in any split of its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(subject, { maxLength: 20 }), fc.integer({ min: 1, max: 50 }), async (all, size) => {
        const bytes = Buffer.from(all.map((one) => line(markOf(one))).join(''));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
          bytes.subarray(n * size, (n + 1) * size),
        );
        const found = await readErasureList(Readable.from(chunks));
        expect(found.map((entry) => markOf(entry.subject))).toEqual([...new Set(all.map(markOf))]);
      }),
    );
  });

  it.each([
    ['not JSON', 'contact:loc-1:c-1', 'must be one JSON object'],
    ['a list', '["location:loc-1"]', 'must be one JSON object'],
    ['no mark', '{"by":"ops"}', '_id must be location:<locationId> or contact:<locationId>:<contactId>'],
    ['a contact without location', '{"_id":"contact:c-1","by":"ops"}', '_id must be'],
    ['a location with a contact', '{"_id":"location:loc-1:c-1","by":"ops"}', '_id must be'],
    ['an id of other letters', '{"_id":"location:loc 1","by":"ops"}', '_id must be'],
    ['a long id', `{"_id":"location:${'l'.repeat(65)}","by":"ops"}`, '_id must be'],
    ['no account', '{"_id":"location:loc-1"}', 'by must be the name of an account or ticket'],
    ['an e-mail address', '{"_id":"location:loc-1","by":"ada@example.com"}', 'by must be the name of an account'],
    ['a long line', `{"_id":"location:loc-1","by":"ops","x":"${'x'.repeat(5_000)}"}`, 'must be at most 4096 bytes'],
  ])('is refused as a whole with line and rule: %s', async (_, wrong, rule) => {
    const failure = await read(`${line('location:loc-1')}${wrong}\n`).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'invalid', code: 'erasure_list' });
    expect(String(failure)).toContain(`line 2: ${rule}`);
    expect(String(failure)).toContain('nothing was erased');
    expect(String(failure)).not.toContain('ada@');
  });

  it('names the first wrong lines and counts the others', async () => {
    await expect(read('x\n'.repeat(50))).rejects.toThrow(/line 1: .*line 20: .*and 30 more/s);
  });
});
