import { createLogger } from '@fundlens/runtime/logger';
import { NO_TRACING } from '@fundlens/runtime/tracing';
import type { Counter } from 'prom-client';
import { readConfig } from '../config.ts';
import type { Credential } from '../credentials/access-state.ts';
import { createMetrics } from '../metrics.ts';
import type { ProcessContext } from '../process-context.ts';
import type { Limiter } from '../quota/limiter.ts';
import { admissionOf, type LimitName, quotaSubjectOf } from '../quota/limits.ts';

/** The options that the service does not start without. */
export const REQUIRED_OPTIONS = {
  MONGODB_URL: 'mongodb://one:27017,two:27017/?replicaSet=rs0',
  REDIS_URL: 'redis://redis:6379',
  CURSOR_SECRET: 'a secret for tests that is long enough',
  PUBLIC_URL: 'https://api.example.test',
  LINK_SECRET: 'a secret of the tests for links, long enough',
};

/** For parts that are tested alone. Nothing is logged. @param now of both clocks */
export function testContext(options: Readonly<Record<string, string>> = {}, now: () => number = () => 0) {
  const logger = createLogger({ service: 'query', level: 'silent', sanitize: (line) => line });
  return {
    config: readConfig({ ...REQUIRED_OPTIONS, ...options }),
    clock: { now, monotonic: now },
    logger,
    facts: logger,
    metrics: createMetrics(),
    tracing: NO_TRACING,
    clean: (text) => text,
  } satisfies ProcessContext;
}

export const AGENCY_CREDENTIAL: Credential = {
  credentialId: 'key-1',
  reach: 'agency',
  companyId: 'acme',
  pinnedLocationId: null,
  permissions: ['read', 'credit_reports'],
  expiresAt: null,
  revokedAt: null,
  windowLimit: null,
  dailyCap: null,
  hint: null,
};

/** Counts one request of each key. @param refusedBy the limit that refuses it; null: none */
export function testLimiter({ config }: ProcessContext, refusedBy: LimitName | null = null): Pick<Limiter, 'of'> {
  const counted = { refusedBy, now: 0, windowUsed: 1, windowResetsInMs: 1_000, spent: [1] };
  return {
    of(...holder) {
      const subject = quotaSubjectOf(...holder, config);
      return { bucket: subject.bucket, count: async () => admissionOf(subject, counted, 60) };
    },
  };
}

/** What it has counted, whatever the labels. */
export async function totalOf(counter: Counter<string>): Promise<number> {
  return (await counter.get()).values.reduce((sum, { value }) => sum + value, 0);
}
