import { expect, it } from 'vitest';
import { lookAlikes } from './look-alikes.ts';

const OPTIONS = ['KAFKA_BROKERS', 'MONGODB_URL', 'AUDIT_RETENTION_DAYS'];

it.each([
  ['KAFKA_BROCKERS', 'KAFKA_BROKERS'],
  ['KAKFA_BROKERS', 'KAFKA_BROKERS'],
  ['kafka_brokers', 'KAFKA_BROKERS'],
  ['MONGODB_URI', 'MONGODB_URL'],
])('takes %s for %s', (found, meant) => {
  expect(lookAlikes(OPTIONS, [found])).toEqual([{ found, meant }]);
});

it.each(['PATH', 'KAFKA_OPTS', 'KAFKA_BROKERS_FILE', 'MONGODB_SERVICE_HOST', 'MONGO_INITDB', 'AUDIT_LOG', ''])(
  'leaves %j alone',
  (found) => {
    expect(lookAlikes(OPTIONS, [found])).toEqual([]);
  },
);
