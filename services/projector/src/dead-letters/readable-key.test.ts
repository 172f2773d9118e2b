import { describe, expect, it } from 'vitest';
import { accessBlock, readKey } from './readable-key.ts';

const read = (key: string) => readKey(Buffer.from(key));

describe('readKey', () => {
  it('names the entity of a key that follows the rules', () => {
    expect(read('credit-report:loc-1:contact-1:request-1')).toEqual({
      kind: 'readable',
      entity: { entity: 'credit-report', scope: 'loc-1', ids: ['contact-1', 'request-1'] },
    });
  });

  it.each([
    '',
    'contact',
    'contact:loc',
    'contact::x',
    'Contact:loc:x',
    'contact:loc:x y',
    'contact:loc:a:b:c',
    ':a:b',
  ])('does not read %j as a key', (key) => expect(read(key)).toEqual({ kind: 'unreadable' }));

  it('does not read what is missing, is not UTF-8, or is longer than an id may be', () => {
    expect(readKey(null)).toEqual({ kind: 'unreadable' });
    expect(readKey(Buffer.from([0x63, 0xff, 0xfe]))).toEqual({ kind: 'unreadable' });
    expect(read(`contact:loc:${'x'.repeat(129)}`)).toEqual({ kind: 'unreadable' });
  });

  it.each([
    'contact:loc:123-45-6789',
    'contact:loc:123456789',
    'contact:loc:id~123.45.6789',
    'contact:123_45_6789:x',
    'contact:loc:１２３４５６７８９',
    '123-45-6789',
  ])('shows nothing of %j, which may hold a Social Security number', (key) => {
    expect(read(key)).toEqual({ kind: 'sensitive' });
  });

  it('shows nothing of bytes that are no text but hold one', () => {
    const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from('123-45-6789')]);
    expect(readKey(bytes)).toEqual({ kind: 'sensitive' });
  });

  it('takes ids of more digits for what they are', () => {
    expect(read('contact:loc:1234567890').kind).toBe('readable');
    expect(read('contact:loc:507f1f77bcf86cd799439011').kind).toBe('readable');
  });
});

describe('accessBlock', () => {
  const blockOf = (key: string) => {
    const reading = read(key);
    return reading.kind === 'readable' ? accessBlock(reading.entity) : 'not readable';
  };

  it('blocks the credential, the company, or the location whose installation it is', () => {
    expect(blockOf('credential:loc-1:key-1')).toBe('credential:key-1');
    expect(blockOf('company:co-1:co-1')).toBe('company:co-1');
    expect(blockOf('installation:loc-1:co-1')).toBe('location:loc-1');
  });

  it('knows nothing to block for other entities', () => {
    expect(blockOf('contact:loc-1:contact-1')).toBeNull();
    expect(blockOf('credential:loc-1:key-1:more')).toBeNull();
  });
});
