import { expect, it } from 'vitest';
import { kafkaAcls, mongodbRoles, services } from './role-files.ts';

const names = { TOPIC_PREFIX: 'test.', MONGODB_DATABASE: 'fundlens' };

const INGEST_ROLE = 'fundlens_ingest_highlevel';

it('gives a role each generation of a read model up to the given one, and no pattern', () => {
  const ofReadModels = mongodbRoles('fundlens', 3).filter(({ role }) => role !== INGEST_ROLE);
  expect(ofReadModels).toHaveLength(3);
  for (const { privileges } of ofReadModels) {
    const collections = privileges.map(({ resource }) => resource.collection);
    expect(collections.filter((name) => name.startsWith('contacts_'))).toEqual([
      'contacts_1',
      'contacts_2',
      'contacts_3',
    ]);
    expect(collections.filter((name) => name === '' || name.includes('*'))).toEqual([]);
    expect(privileges.filter(({ resource }) => resource.db !== 'fundlens')).toEqual([]);
  }
});

const privilegesOf = (role: string) => mongodbRoles('fundlens').find((each) => each.role === role)?.privileges ?? [];
const collectionsOf = (role: string) => privilegesOf(role).map(({ resource }) => resource.collection);

it('lets the query service write no read model, add to the audit, and change neither an entry nor how long one is kept', () => {
  const query = privilegesOf('fundlens_query');
  const ofModels = query.filter(({ resource }) => /_\d+$/.test(resource.collection));
  expect(new Set(ofModels.flatMap(({ actions }) => actions))).toEqual(new Set(['find']));
  const ofAudit = query.filter(({ resource }) => resource.collection === 'audit_log');
  expect(ofAudit.map(({ actions }) => actions)).toEqual([['insert']]);
  expect(new Set(query.flatMap(({ actions }) => actions))).toEqual(new Set(['find', 'insert', 'update']));
});

it('lets the projector read neither the audit nor what clients spend', () => {
  const projector = collectionsOf('fundlens_projector');
  expect(projector.length).toBeGreaterThan(0);
  expect(projector.filter((name) => ['audit_log', 'quota_days'].includes(name))).toEqual([]);
});

it('lets the HighLevel adapter see nothing but its own state, and write no funding events', () => {
  const collections = collectionsOf(INGEST_ROLE);
  expect(collections.length).toBeGreaterThan(0);
  expect(collections.filter((name) => !name.startsWith('highlevel_'))).toEqual([]);
  const topics = kafkaAcls('ingest', 'User:ingest', names).map(({ resourceName }) => resourceName);
  expect(topics).toEqual(['test.crm.changes.v1', 'test.access.changes.v1']);
});

it('puts the names of the system into every rule of Kafka', () => {
  const acls = services.flatMap((service) => kafkaAcls(service, `User:${service}`, names));
  expect(acls.map(({ resourceName }) => resourceName).join(' ')).not.toMatch(/[${}]/);
  expect(acls.map(({ resourceName }) => resourceName)).toContain('test.crm.changes.v1');
});
