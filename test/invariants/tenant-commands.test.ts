import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { describe, expect, it } from 'vitest';
import { brokenRule } from './tenant-commands.ts';

const current = (name: ReadModelName) => collectionName(name, 1);

const reach = { companyId: 'ours', locationIds: new Set(['here']) };
const find = (collection: string, filter: object, projection: object = { locationId: 1, body: 1 }) =>
  brokenRule({ name: 'find', collection, command: { find: collection, filter, projection } }, reach);
/** As a search with a residual condition is sent. */
const search = (filter: object, residual: object, ...others: readonly object[]) => {
  const pipeline = [
    { $match: filter },
    { $match: residual },
    ...others,
    { $sort: {} },
    { $limit: 1 },
    { $project: {} },
  ];
  const command = { aggregate: current('contacts'), pipeline };
  return brokenRule({ name: 'aggregate', collection: current('contacts'), command }, reach);
};
const beginsWithA = { words: { $all: [{ $elemMatch: { $gte: 'a', $lt: 'b' } }] } };

describe('a command on tenant data', () => {
  it.each<[model: ReadModelName, filter: object]>([
    ['contacts', { locationId: 'here', listKey: { $gt: '', $lt: '{' } }],
    ['contacts', { locationId: 'here', terms: { $all: ['e:a', 'p:1'] } }],
    ['contacts', { _id: 'here:contact', locationId: 'here' }],
    ['contacts', { _id: { $in: ['here:contact', 'here:another'] }, locationId: { $in: ['here'] } }],
    ['contacts', { $or: [{ locationId: 'here', dirtyKey: { $gte: 'here:' } }] }],
    ['credit_reports', { _id: 'here:report', locationId: 'here' }],
    ['dashboard_windows', { locationId: { $in: ['here'] } }],
    ['locations', { companyId: 'ours', listKey: { $gt: '', $lt: '{' } }],
    ['locations', { _id: 'anywhere', locationId: 'anywhere' }],
  ])('may be bound to a location of the credential, or to an identity in it: %s %j', (model, filter) => {
    expect(find(current(model), filter)).toBeNull();
  });

  it.each<[what: string, model: ReadModelName, filter: object]>([
    ['bound to nothing', 'contacts', {}],
    ['bound to another location', 'contacts', { locationId: 'there' }],
    ['bound by an operator', 'contacts', { locationId: { $ne: 'there' } }],
    ['of an identity without its location', 'contacts', { _id: 'here:contact' }],
    ['of identities without their locations', 'contacts', { _id: { $in: ['here:contact', 'here:another'] } }],
    ['of a location without the field', 'locations', { _id: 'anywhere' }],
    [
      'of one identity elsewhere among ours',
      'contacts',
      { _id: { $in: ['here:contact', 'there:contact'] }, locationId: { $in: ['here', 'there'] } },
    ],
    ['bound to another location beside ours', 'dashboard_windows', { locationId: { $in: ['here', 'there'] } }],
    ['bound to ours or another', 'contacts', { $or: [{ locationId: 'here' }, { locationId: 'there' }] }],
    ['bound to ours or nothing', 'contacts', { $or: [{ locationId: 'here' }, { dirtyKey: { $gte: 'here:' } }] }],
    [
      'of identities that are no text',
      'contacts',
      { _id: { $in: ['here:contact', { $ne: null }] }, locationId: 'here' },
    ],
    ['of no identity', 'contacts', { _id: { $in: [] }, locationId: 'here' }],
    ['of an identity with code', 'contacts', { _id: 'here:contact', locationId: 'here', $where: 'true' }],
    ['bound by a missing value', 'contacts', { locationId: undefined }],
    ['of an identity elsewhere', 'contacts', { _id: 'there:contact', locationId: 'there' }],
    ['on deals elsewhere', 'deals', { locationId: 'there', filters: '[]' }],
    ['of windows elsewhere', 'dashboard_windows', { _id: 'there', locationId: 'there' }],
    [
      'of an identity whose location only begins like ours',
      'contacts',
      { _id: 'here-too:contact', locationId: 'here-too' },
    ],
    ['with a pattern', 'contacts', { locationId: 'here', stage: { $regex: 'x' } }],
    ['with code', 'contacts', { locationId: 'here', $where: 'true' }],
    ["on another company's locations", 'locations', { companyId: 'theirs' }],
    ['on all locations', 'locations', {}],
    ['on a location elsewhere', 'locations', { locationId: 'there', dirtyKey: { $gte: 'there:', $lt: 'there;' } }],
  ])('may not be %s', (_, model, filter) => {
    expect(find(current(model), filter)).not.toBeNull();
  });

  it('may not be on a collection that is not expected', () => {
    expect(find('contacts_backup', { locationId: 'here' })).not.toBeNull();
  });

  it('may not find by identity without reading the location to compare', () => {
    const filter = { _id: { $in: ['here:contact'] }, locationId: { $in: ['here'] } };
    expect(find(current('contacts'), filter, { body: 1 })).not.toBeNull();
  });

  it('may be a search in two stages whose first is bound to a location of the credential', () => {
    expect(search({ locationId: 'here', terms: 'w:a' }, beginsWithA)).toBeNull();
    expect(search({ locationId: 'there', terms: 'w:a' }, beginsWithA)).not.toBeNull();
    expect(search({ terms: 'w:a' }, { locationId: 'here' })).not.toBeNull();
    expect(search({ locationId: 'here' }, { $where: 'true' })).not.toBeNull();
    expect(search({ locationId: 'here' }, {}, { $lookup: { from: current('deals') } })).not.toBeNull();
  });

  it('may be a read of several identities in two stages, of which the second compares the location', () => {
    const ours = { _id: { $in: ['here:contact', 'here:another'] } };
    expect(search(ours, { locationId: 'here', terms: { $all: ['p:1'] } })).toBeNull();
    expect(search(ours, {})).not.toBeNull();
    expect(search(ours, { locationId: 'there' })).not.toBeNull();
    expect(search({ _id: { $in: ['here:contact', 'there:contact'] } }, { locationId: 'here' })).not.toBeNull();
  });

  it.each(['aggregate', 'count', 'distinct', 'update', 'delete'])('may not be a %s', (name) => {
    const command = { [name]: current('contacts'), filter: { locationId: 'here' } };
    expect(brokenRule({ name, collection: current('contacts'), command }, reach)).not.toBeNull();
  });
});
