import { expect, it } from 'vitest';
import { kafkaAcls, mongodbRoles, redisUsers } from './role-files.ts';

const names = { TOPIC_PREFIX: 'test.', ACCESS_GROUP_ID: 'group-a', CHANGES_GROUP_ID: 'group-c' };

it('gives a role each version of a read model up to the given one, and no pattern', () => {
  for (const { privileges } of mongodbRoles('fundlens', 3)) {
    const collections = privileges.map(({ resource }) => resource.collection);
    expect(collections.filter((name) => name.startsWith('contacts_v'))).toEqual([
      'contacts_v1',
      'contacts_v2',
      'contacts_v3',
    ]);
    expect(collections.filter((name) => name === '' || name.includes('*'))).toEqual([]);
    expect(privileges.filter(({ resource }) => resource.db !== 'fundlens')).toEqual([]);
  }
});

it('lets the query service write no read model', () => {
  const query = mongodbRoles('fundlens').find(({ role }) => role === 'fundlens_query');
  const ofModels = query?.privileges.filter(({ resource }) => /_v\d+$/.test(resource.collection)) ?? [];
  expect(ofModels.length).toBeGreaterThan(0);
  expect(new Set(ofModels.flatMap(({ actions }) => actions))).toEqual(new Set(['find']));
});

it('puts the names of the system into every rule of Kafka and Redis', () => {
  const acls = (['projector', 'operator', 'publisher'] as const).flatMap((service) =>
    kafkaAcls(service, `User:${service}`, names),
  );
  expect(acls.map(({ resourceName }) => resourceName).join(' ')).not.toMatch(/[${}]/);
  expect(acls.map(({ resourceName }) => resourceName)).toContain('test.crm.changes.v1');
  const users = redisUsers({
    PROJECTOR_PASSWORD: 'one',
    QUERY_PASSWORD: 'two',
    JOBS_KEY_PREFIX: 'jobs',
    REDIS_KEY_PREFIX: 'keys:',
  });
  expect(users).toContain('>one resetkeys ~jobs:*');
  expect(users).not.toMatch(/PASSWORD|PREFIX/);
});
