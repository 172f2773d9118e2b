import { describe, expect, it } from 'vitest';
import { brokenRule } from './tenant-commands.ts';

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
  const command = { aggregate: 'contacts_v2', pipeline };
  return brokenRule({ name: 'aggregate', collection: 'contacts_v2', command }, reach);
};
const beginsWithA = { words: { $all: [{ $elemMatch: { $gte: 'a', $lt: 'b' } }] } };

describe('a command on tenant data', () => {
  it('may be bound to a location of the credential, or to an identity in it', () => {
    expect(find('contacts_v2', { locationId: 'here', listKey: { $gt: '', $lt: '{' } })).toBeNull();
    expect(find('contacts_v2', { locationId: 'here', terms: { $all: ['e:a', 'p:1'] } })).toBeNull();
    expect(find('credit_reports_v2', { _id: 'here:report' })).toBeNull();
    expect(find('contacts_v2', { _id: { $in: ['here:contact', 'here:another'] } })).toBeNull();
    expect(find('dashboard_windows_v2', { locationId: { $in: ['here'] } })).toBeNull();
    expect(find('contacts_v2', { _id: 'here:contact' })).toBeNull();
    expect(find('deals_v2', { locationId: 'here', filters: '[]', listKey: { $gt: '', $lt: '{' } })).toBeNull();
    expect(find('deal_pipelines_v2', { locationId: 'here' })).toBeNull();
    expect(find('contacts_v2', { locationId: 'here', dirtyKey: { $gte: 'here:', $lt: 'here;' } })).toBeNull();
    expect(find('locations_v2', { companyId: 'ours', listKey: { $gt: '', $lt: '{' } })).toBeNull();
    expect(find('locations_v2', { _id: 'anywhere' })).toBeNull();
    expect(find('locations_v2', { locationId: 'here', dirtyKey: { $gte: 'here:', $lt: 'here;' } })).toBeNull();
  });

  it.each([
    ['bound to nothing', 'contacts_v2', {}],
    ['bound to another location', 'contacts_v2', { locationId: 'there' }],
    ['bound by an operator', 'contacts_v2', { locationId: { $ne: 'there' } }],
    ['with one identity elsewhere among ours', 'contacts_v2', { _id: { $in: ['here:contact', 'there:contact'] } }],
    ['bound to another location beside ours', 'dashboard_windows_v2', { locationId: { $in: ['here', 'there'] } }],
    ['with identities that are no text', 'contacts_v2', { _id: { $in: ['here:contact', { $ne: null }] } }],
    ['bound to none of the identities that it may have', 'contacts_v2', { _id: { $in: [] } }],
    ['bound by a missing value', 'contacts_v2', { locationId: undefined }],
    ['with an identity elsewhere', 'contacts_v2', { _id: 'there:contact' }],
    ['on deals elsewhere', 'deals_v2', { locationId: 'there', filters: '[]' }],
    ['on pipelines of all locations', 'deal_pipelines_v2', {}],
    ['with an identity of windows elsewhere', 'dashboard_windows_v2', { _id: 'there:contact' }],
    ['with an identity whose location only begins like ours', 'contacts_v2', { _id: 'here-too:contact' }],
    ['with a pattern', 'contacts_v2', { locationId: 'here', stage: { $regex: 'x' } }],
    ['with code', 'contacts_v2', { locationId: 'here', $where: 'true' }],
    ["on another company's locations", 'locations_v2', { companyId: 'theirs' }],
    ['on all locations', 'locations_v2', {}],
    ['on a location elsewhere', 'locations_v2', { locationId: 'there', dirtyKey: { $gte: 'there:', $lt: 'there;' } }],
    ['on a collection that is not expected', 'contacts_backup', { locationId: 'here' }],
  ])('may not be %s', (_, collection, filter) => {
    expect(find(collection, filter)).not.toBeNull();
  });

  it('may not find by identity without reading the location to compare', () => {
    expect(find('contacts_v2', { _id: 'here:contact' }, { body: 1 })).not.toBeNull();
  });

  it('may be a search in two stages whose first is bound to a location of the credential', () => {
    expect(search({ locationId: 'here', terms: 'w:a' }, beginsWithA)).toBeNull();
    expect(search({ locationId: 'there', terms: 'w:a' }, beginsWithA)).not.toBeNull();
    expect(search({ terms: 'w:a' }, { locationId: 'here' })).not.toBeNull();
    expect(search({ locationId: 'here' }, { $where: 'true' })).not.toBeNull();
    expect(search({ locationId: 'here' }, {}, { $lookup: { from: 'deals_v2' } })).not.toBeNull();
  });

  it.each(['aggregate', 'count', 'distinct', 'update', 'delete'])('may not be a %s', (name) => {
    const command = { [name]: 'contacts_v2', filter: { locationId: 'here' } };
    expect(brokenRule({ name, collection: 'contacts_v2', command }, reach)).not.toBeNull();
  });
});
