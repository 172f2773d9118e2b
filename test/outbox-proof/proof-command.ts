import { endWith, wholeNumber } from '../long-run/long-run.ts';
import { findPostgres, installPostgres } from './postgres.ts';
import { proveOutbox } from './proof-run.ts';

const MOST_KILLS = 50;

/**
 * `npm run prove:outbox -- --kills N --seed S [--json] [--install]`: the recipe of the transactional outbox with a real
 * PostgreSQL and Debezium's connector, killed N times. Ends with 0 when every committed event is seen once over HTTP, and
 * no other: see `long-run.ts`. `--install` installs Debian's PostgreSQL first.
 */
await endWith({
  name: 'prove:outbox',
  amount: {
    option: 'kills',
    usual: '2',
    values: `a whole number, from 1 to ${MOST_KILLS}`,
    read(text) {
      const kills = wholeNumber(text) ?? 0;
      return kills >= 1 && kills <= MOST_KILLS ? kills : null;
    },
  },
  ownOptions: { install: { type: 'boolean' } },
  data: 'outbox-proof',
  results: 'outbox-results',
  async run(kills, context) {
    if (context.own.install === true) installPostgres();
    // Before the other servers start.
    findPostgres(context.environment);
    return await proveOutbox({ ...context, kills });
  },
});
