import { describe, expect, it } from 'vitest';
import { positionHeader, targetOf } from './request-target.ts';

describe('targetOf', () => {
  it('gives a list as one value, separated by commas', () => {
    const include = ['creditSummary', 'nextSteps'] as const;
    expect(targetOf('/contacts/{contactId}', { contactId: 'c1', include })).toBe(
      '/contacts/c1?include=creditSummary%2CnextSteps',
    );
  });

  it('keeps an id in its segment', () => {
    expect(targetOf('/contacts/{contactId}', { contactId: 'a/b?c=d', locationId: 'l 1' })).toBe(
      '/contacts/a%2Fb%3Fc%3Dd?locationId=l+1',
    );
  });

  it.each(['', '.', '..'])('refuses %j, which would be another path', (contactId) => {
    expect(() => targetOf('/contacts/{contactId}', { contactId })).toThrow(TypeError);
  });
});

describe('positionHeader', () => {
  it('names positions as the service reads them, in their order', () => {
    const header = positionHeader([{ topic: 'crm.changes.v1', partition: 3, offset: 41 }, 'funding.changes.v1/0/7']);
    expect(header).toBe('crm.changes.v1/3/41, funding.changes.v1/0/7');
  });

  it('keeps offsets that are texts, as publishers get them', () => {
    expect(positionHeader([{ topic: 't', partition: 0, offset: '9007199254740991' }])).toBe('t/0/9007199254740991');
  });
});
