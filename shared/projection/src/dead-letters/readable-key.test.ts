import { describe, expect, it } from 'vitest';
import { accessBlock, readKey } from './readable-key.ts';

const read = (key: string) => readKey(Buffer.from(key));

describe('readKey', () => {
  it('names the entity of a key that follows the rules', () => {
    expect(read('credit-report:loc-1:contact-1:request-1')).toEqual({
      entity: 'credit-report',
      scope: 'loc-1',
      ids: ['contact-1', 'request-1'],
    });
  });

  it.each([
    '',
    'contact',
    'contact:loc',
    'contact::x',
    'Contact:loc:x',
    'contact:loc:x y',
    'contact:loc:１２３',
    'contact:loc:a:b:c',
    ':a:b',
  ])('does not read %j as a key', (key) => expect(read(key)).toBeNull());

  it('does not read what is missing, is not UTF-8, or is longer than an id may be', () => {
    expect(readKey(null)).toBeNull();
    expect(readKey(Buffer.from([0x63, 0xff, 0xfe]))).toBeNull();
    expect(read(`contact:loc:${'x'.repeat(129)}`)).toBeNull();
  });

  it.each([
    'contact:loc:123-45-6789',
    'contact:loc:123456789',
    'contact:loc:id~123.45.6789',
    'contact:123_45_6789:x',
    '123-45-6789',
    'contact:loc:ssn123456789',
    'contact:loc:1-2-3-4-5-6-7-8-9',
    'contact:loc:123.456.789',
    'contact:loc:12345-6789x',
  ])('shows nothing of %j, which may hold a Social Security number', (key) => {
    expect(read(key)).toBeNull();
  });

  it('takes ids of more digits for what they are', () => {
    expect(read('contact:loc:1234567890')).not.toBeNull();
    expect(read('contact:loc:507f1f77bcf86cd799439011')).not.toBeNull();
    expect(read('contact:loc:9f123456789a4c1e8b7d0c2e')).not.toBeNull();
    expect(read('contact:loc:3f2b8c1e-4a5d-4e6f-8a7b-c123456789de')).not.toBeNull();
  });
});

describe('accessBlock', () => {
  const blockOf = (key: string) => {
    const reading = read(key);
    return reading === null ? 'not readable' : accessBlock(reading);
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
