import { ConfigError, parseConfig } from '@fundlens/runtime/config';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { redisOptions, redisUrl, requireWholeRedis } from './redis-options.ts';

const schema = z.object({ REDIS_URL: redisUrl().optional(), ...redisOptions }).superRefine(requireWholeRedis);

function refusal(environment: Record<string, string>): string {
  try {
    parseConfig(schema, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'none';
}

it('takes one server, or nodes of a cluster', () => {
  for (const REDIS_URL of ['redis://a:1', 'redis://a:1/3']) expect(refusal({ REDIS_URL })).toBe('none');
  for (const REDIS_URL of ['redis://u:p@a:1,b:2', 'rediss://a/0']) {
    expect(refusal({ REDIS_URL, REDIS_CLUSTER: 'true' })).toBe('none');
  }
  expect(refusal({ REDIS_CLUSTER: 'true' })).toBe('none');
});

it.each(['redis://u:hun%ter2@a', 'redis://u:hunter2@a:99999', 'redis://a:1,b:2'])(
  'refuses %s, which the client would not take',
  (REDIS_URL) => {
    expect(refusal({ REDIS_URL })).toContain('REDIS_URL: must be redis://user:password@host:port');
    expect(refusal({ REDIS_URL })).not.toContain('ter2');
  },
);

it.each([
  ['redis://a:1/3', 'REDIS_URL: must name no database with REDIS_CLUSTER: a cluster has one'],
  ['redis://a:port', 'REDIS_URL: must be redis://user:password@host:port, percent-encoded'],
])('refuses %s with a cluster, and says which rule', (REDIS_URL, sentence) => {
  expect(refusal({ REDIS_URL, REDIS_CLUSTER: 'true' })).toContain(sentence);
});
