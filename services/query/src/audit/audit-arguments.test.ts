import { describe, expect, it } from 'vitest';
import { auditArguments, strictly } from './audit-arguments.ts';

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

  it('keeps the names of included views, and masks what cannot be one', () => {
    const shown = (include: string) => auditArguments(new Map([['include', include]]), new Set(['include']), clean);
    expect(shown('creditSummary,nextSteps')).toEqual({ include: 'creditSummary,nextSteps' });
    expect(shown('nextSteps,123-45-6789,Ada Lovelace,')).toEqual({ include: 'nextSteps,***,***,***' });
  });

  it.each(['991000331', '1e3', 'ten'])('masks %j under the name of a page size', (value) => {
    expect(auditArguments(new Map([['limit', value]]), structural, clean)).toEqual({ limit: '***' });
  });

  it.each(['991000331', '991-000-331', '99100-0331', 'x-991000331'])('masks %j when no such id is known', (value) => {
    const given = new Map([['contactId', value]]);
    expect(auditArguments(given, structural, strictly(clean))).toEqual({ contactId: '***' });
    expect(auditArguments(given, structural, clean)).toEqual({ contactId: value });
  });

  it.each(['c-1', '0123456789', '7b1f0c52-1234-5678-9012-3456789abcde', 'req9910003310'])('keeps %j', (value) => {
    const given = new Map([['contactId', value]]);
    expect(auditArguments(given, structural, strictly(clean))).toEqual({ contactId: value });
  });
});
