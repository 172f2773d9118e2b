import { createLogger } from '@fundlens/runtime/logger';
import { NO_TRACING } from '@fundlens/runtime/tracing';
import { readConfig } from '../config.ts';
import { createMetrics } from '../metrics.ts';
import type { ProcessContext } from '../process-context.ts';

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
