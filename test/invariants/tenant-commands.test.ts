import { modelVersion, type ReadModelName } from '@fundlens/read-models/definition';
import { definitionOf } from '@fundlens/read-models/definitions';
import { describe, expect, it } from 'vitest';
import { brokenRule } from './tenant-commands.ts';

const current = (name: ReadModelName) => modelVersion(definitionOf(name));

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
  it('may be bound to a location of the credential, or to an identity in it', () => {
    expect(find(current('contacts'), { locationId: 'here', listKey: { $gt: '', $lt: '{' } })).toBeNull();
    expect(find(current('contacts'), { locationId: 'here', terms: { $all: ['e:a', 'p:1'] } })).toBeNull();
    expect(find(current('credit_reports'), { _id: 'here:report' })).toBeNull();
    expect(find(current('contacts'), { _id: { $in: ['here:contact', 'here:another'] } })).toBeNull();
    expect(find(current('dashboard_windows'), { locationId: { $in: ['here'] } })).toBeNull();
    expect(find(current('contacts'), { $or: [{ locationId: 'here', dirtyKey: { $gte: 'here:' } }] })).toBeNull();
    expect(find(current('contacts'), { _id: 'here:contact' })).toBeNull();
    expect(find(current('deals'), { locationId: 'here', filters: '[]', listKey: { $gt: '', $lt: '{' } })).toBeNull();
    expect(find(current('deal_pipelines'), { locationId: 'here' })).toBeNull();
    expect(find(current('contacts'), { locationId: 'here', dirtyKey: { $gte: 'here:', $lt: 'here;' } })).toBeNull();
    expect(find(current('locations'), { companyId: 'ours', listKey: { $gt: '', $lt: '{' } })).toBeNull();
    expect(find(current('locations'), { _id: 'anywhere' })).toBeNull();
    expect(find(current('locations'), { locationId: 'here', dirtyKey: { $gte: 'here:', $lt: 'here;' } })).toBeNull();
  });

  it.each([
    ['bound to nothing', current('contacts'), {}],
    ['bound to another location', current('contacts'), { locationId: 'there' }],
    ['bound by an operator', current('contacts'), { locationId: { $ne: 'there' } }],
    [
      'with one identity elsewhere among ours',
      current('contacts'),
      { _id: { $in: ['here:contact', 'there:contact'] } },
    ],
    ['bound to another location beside ours', current('dashboard_windows'), { locationId: { $in: ['here', 'there'] } }],
    [
      'bound to another location or ours',
      current('contacts'),
      { $or: [{ locationId: 'here' }, { locationId: 'there' }] },
    ],
    [
      'bound to nothing or ours',
      current('contacts'),
      { $or: [{ locationId: 'here' }, { dirtyKey: { $gte: 'here:' } }] },
    ],
    ['with identities that are no text', current('contacts'), { _id: { $in: ['here:contact', { $ne: null }] } }],
    ['bound to none of the identities that it may have', current('contacts'), { _id: { $in: [] } }],
    ['bound by a missing value', current('contacts'), { locationId: undefined }],
    ['with an identity elsewhere', current('contacts'), { _id: 'there:contact' }],
    ['on deals elsewhere', current('deals'), { locationId: 'there', filters: '[]' }],
    ['on pipelines of all locations', current('deal_pipelines'), {}],
    ['with an identity of windows elsewhere', current('dashboard_windows'), { _id: 'there:contact' }],
    ['with an identity whose location only begins like ours', current('contacts'), { _id: 'here-too:contact' }],
    ['with a pattern', current('contacts'), { locationId: 'here', stage: { $regex: 'x' } }],
    ['with code', current('contacts'), { locationId: 'here', $where: 'true' }],
    ["on another company's locations", current('locations'), { companyId: 'theirs' }],
    ['on all locations', current('locations'), {}],
    [
      'on a location elsewhere',
      current('locations'),
      { locationId: 'there', dirtyKey: { $gte: 'there:', $lt: 'there;' } },
    ],
    ['on a collection that is not expected', 'contacts_backup', { locationId: 'here' }],
  ])('may not be %s', (_, collection, filter) => {
    expect(find(collection, filter)).not.toBeNull();
  });

  it('may not find by identity without reading the location to compare', () => {
    expect(find(current('contacts'), { _id: 'here:contact' }, { body: 1 })).not.toBeNull();
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
