import { describe, expect, it } from 'vitest';
import { givenMongodb } from './given-mongodb.ts';

describe('the fault tests', () => {
  it.each([{}, { MONGODB_URL: undefined }, { MONGODB_URL: '' }])(
    'start a MongoDB of their own with %o',
    (environment) => {
      const { isGiven, whySkipped, ownOf } = givenMongodb(environment);
      expect([isGiven, whySkipped]).toEqual([false, '']);
      expect(ownOf(['mongodb', 'redis'])).toEqual(['mongodb', 'redis']);
    },
  );

  it('use the one that MONGODB_URL names, start the other servers, and say what they skip without its address', () => {
    const { isGiven, whySkipped, ownOf } = givenMongodb({ MONGODB_URL: 'mongodb://maria:s3cret@db.example' });
    expect(isGiven).toBe(true);
    expect(ownOf(['mongodb'])).toEqual([]);
    expect(ownOf(['kafka', 'mongodb', 'redis'])).toEqual(['kafka', 'redis']);
    expect(whySkipped).toMatch(/skipped: .*MONGODB_URL/);
    expect(whySkipped).not.toContain('s3cret');
  });
});
