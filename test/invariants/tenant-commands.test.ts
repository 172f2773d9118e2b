import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { describe, expect, it } from 'vitest';
import { brokenRule } from './tenant-commands.ts';

const current = (name: ReadModelName) => collectionName(name, 1);

const reach = { companyId: 'ours', locationIds: new Set(['here']) };
const sent = (name: string, collection: string, command: object) =>
  brokenRule({ name, collection, command: { [name]: collection, ...command } }, reach);
const find = (collection: string, filter: object, projection: object = { locationId: 1, body: 1 }) =>
  sent('find', collection, { filter, projection });
/** As a search with a residual condition is sent. */
const search = (filter: object, residual: object, ...others: readonly object[]) => {
  const stages = [{ $match: filter }, { $match: residual }, ...others, { $sort: {} }, { $limit: 1 }, { $project: {} }];
  return sent('aggregate', current('contacts'), { pipeline: stages });
};
const ours = { _id: { $in: ['here:contact', 'here:another'] } };

describe('a command on tenant data', () => {
  it.each<[model: ReadModelName, filter: object]>([
    ['contacts', { locationId: 'here', listKey: { $gt: '', $lt: '{' } }],
    ['contacts', { ...ours, locationId: { $in: ['here'] } }],
    ['contacts', { $or: [{ locationId: 'here', dirtyKey: { $gte: 'here:' } }] }],
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
    ['bound to another location beside ours', 'dashboard_windows', { locationId: { $in: ['here', 'there'] } }],
    ['bound to ours or nothing', 'contacts', { $or: [{ locationId: 'here' }, { dirtyKey: { $gte: 'here:' } }] }],
    ['of an identity with code', 'contacts', { _id: 'here:contact', locationId: 'here', $where: 'true' }],
    ['of a location that only begins like ours', 'contacts', { _id: 'here-too:c', locationId: 'here-too' }],
    ['with a pattern', 'contacts', { locationId: 'here', stage: { $regex: 'x' } }],
    ["on another company's locations", 'locations', { companyId: 'theirs' }],
    ['on a location elsewhere', 'locations', { locationId: 'there', dirtyKey: { $gte: 'there:', $lt: 'there;' } }],
  ])('may not be %s', (_, model, filter) => {
    expect(find(current(model), filter)).not.toBeNull();
  });

  it('may not be on a collection that is not expected, nor find by identity without the location to compare', () => {
    expect(find('contacts_backup', { locationId: 'here' })).not.toBeNull();
    expect(find(current('contacts'), { ...ours, locationId: { $in: ['here'] } }, { body: 1 })).not.toBeNull();
  });

  it('may be a search in two stages whose first is bound to a location of the credential, or to identities in it', () => {
    expect(search({ locationId: 'here' }, { words: { $all: [{ $elemMatch: { $gte: 'a' } }] } })).toBeNull();
    expect(search({ terms: 'w:a' }, { locationId: 'here' })).not.toBeNull();
    expect(search({ locationId: 'here' }, { $where: 'true' })).not.toBeNull();
    expect(search({ locationId: 'here' }, {}, { $lookup: { from: current('deals') } })).not.toBeNull();
    expect(search(ours, { locationId: 'here' })).toBeNull();
    expect(search({ _id: { $in: ['here:contact', 'there:contact'] } }, { locationId: 'here' })).not.toBeNull();
  });

  it.each(['aggregate', 'count', 'update'])('may not be a %s', (name) => {
    expect(sent(name, current('contacts'), { filter: { locationId: 'here' } })).not.toBeNull();
  });
});
