import { describe, expect, it } from 'vitest';
import { auditArguments } from './audit-record.ts';

const clean = (text: string) => text.replace(/\d{3}-\d{2}-\d{4}/, '***-**-****');
const structural = new Set(['contactId', 'limit']);

describe('auditArguments', () => {
  it('keeps ids and paging values, and masks what was searched for', () => {
    const given = new Map([
      ['contactId', 'c-1'],
      ['limit', '5'],
      ['email', 'ada@example.com'],
      ['tag', ''],
    ]);
    expect(auditArguments(given, structural, clean)).toEqual({
      contactId: 'c-1',
      limit: '5',
      email: '***',
      tag: '***',
    });
  });

  it.each(['123-45-6789', 'Ada Lovelace', '', 'a'.repeat(129), '-1'])('masks %j under the name of an id', (value) => {
    expect(auditArguments(new Map([['contactId', value]]), structural, clean)).toEqual({ contactId: '***' });
  });

  it.each(['991000331', '1e3', 'ten'])('masks %j under the name of a page size', (value) => {
    expect(auditArguments(new Map([['limit', value]]), structural, clean)).toEqual({ limit: '***' });
  });
});
