import { AUDIT_LOG } from '@fundlens/read-models/audit';
import { QUOTA_DAYS } from '@fundlens/read-models/quota-day';
import { ACCESS_HEARTBEAT } from '@fundlens/read-models/access-heartbeat';
import { CHECKPOINTS } from '@fundlens/read-models/checkpoint';
import { DEAD_LETTERS } from '@fundlens/read-models/dead-letter';
import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { EVENT_LOGS } from '@fundlens/read-models/event-log';
import { GENERATIONS } from '@fundlens/read-models/generation';
import type { CommandStartedEvent } from 'mongodb';

/** What the driver has sent to MongoDB. */
export type SentCommand = {
  readonly name: string;
  /** Empty for commands that are about no collection. */
  readonly collection: string;
  readonly command: Readonly<Record<string, unknown>>;
};

export function sentCommand({ commandName, command }: CommandStartedEvent): SentCommand {
  const target: unknown = commandName === 'getMore' ? command.collection : command[commandName];
  return { name: commandName, collection: typeof target === 'string' ? target : '', command };
}

/** What a request's credential may read at that moment. */
export type Reach = {
  readonly companyId: string;
  readonly locationIds: ReadonlySet<string>;
};

const named = (...names: readonly ReadModelName[]) =>
  new Set(readModels.filter(({ name }) => names.includes(name)).map(({ name }) => collectionName(name, 1)));

/** Collections whose documents belong to a location and are shown to the clients that may read it. */
const tenantCollections = named('contacts', 'credit_reports', 'deal_pipelines', 'deals', 'dashboard_windows');
const locations = named('locations');
/** What decides on access, and what the service keeps for itself. */
const accessCollections = named('credentials', 'companies');
const ownCollections = new Set([
  AUDIT_LOG,
  GENERATIONS,
  ACCESS_HEARTBEAT,
  DEAD_LETTERS,
  QUOTA_DAYS,
  CHECKPOINTS,
  EVENT_LOGS,
]);
/** About no data at all. */
const housekeeping = new Set(['ping', 'hello', 'endSessions', 'killCursors', 'createIndexes', 'listIndexes', 'create']);

export function isTenantRead({ name, collection }: SentCommand): boolean {
  return tenantCollections.has(collection) && name !== 'createIndexes';
}

/** What is wrong with a command by invariant 4; null when it obeys. */
export function brokenRule(sent: SentCommand, reach: Reach): string | null {
  const { name, collection, command } = sent;
  if (housekeeping.has(name)) return null;
  if (ownCollections.has(collection) || accessCollections.has(collection)) {
    return hasOperators(filterOf(sent), new Set(['$in', '$gt', '$lt', '$or']))
      ? `${name} on ${collection} is more than a look-up`
      : null;
  }
  if (!tenantCollections.has(collection) && !locations.has(collection))
    return `${name} on ${collection || 'nothing'} is not expected`;
  // What a cursor goes on with was bound when it was opened.
  if (name === 'getMore') return null;
  if (name !== 'find' && !isFindInStages(sent)) return `${name} on ${collection} is not a find`;
  const [bound, ...others] = stagesOf(sent);
  const filter = bound === undefined ? filterOf(sent) : ((bound.$match ?? {}) as Stage);
  const residual = others.map(({ $match }) => $match as Stage | undefined);
  if ('_id' in filter) {
    const projection = bound === undefined ? command.projection : others.at(-1)?.$project;
    return brokenIdentityRule({ collection, filter: { ...residual[0], ...filter }, projection }, reach);
  }
  // What is asked for in one turn of the event loop shares a query: each identity in it is held to the rule.
  for (const each of alone(filter)) {
    const broken = brokenFindRule({ collection, filter: each, residual }, reach);
    if (broken !== null) return broken;
  }
  return null;
}

/** A filter on several identities as filters on one each. */
function alone(filter: Stage): readonly Stage[] {
  const { $or, ...common } = filter;
  if (Array.isArray($or)) return $or.map((branch: Stage) => ({ ...common, ...branch }));
  return valuesOf(filter.locationId).map((locationId) => ({ ...filter, locationId }));
}

function valuesOf(value: unknown): readonly unknown[] {
  const values = typeof value === 'object' && value !== null && '$in' in value ? value.$in : null;
  return Array.isArray(values) && values.length > 0 ? values : [value];
}

/** Of a find of one or several identities: it names their locations beside them, and no other (also the shard key). */
function brokenIdentityRule(
  { collection, filter, projection }: { collection: string; filter: Stage; projection: unknown },
  reach: Reach,
): string | null {
  const { _id, locationId, ...others } = filter;
  if (hasOperators(others, COMPARISONS)) return `a find on ${collection} uses more than equality and a range`;
  // An object is no location's id: it differs from all.
  const begins = valuesOf(_id).map((id) => (typeof id === 'string' ? id.split(':')[0] : {}));
  const named = new Set(valuesOf(locationId));
  if (named.size !== new Set(begins).size || !begins.every((each) => named.has(each)))
    return `a find by identity on ${collection} does not name the locations of its identities`;
  if (locations.has(collection)) return null;
  if (typeof locationId !== 'string' && !hasField(projection, 'locationId'))
    return `a find by identity on ${collection} does not read what it must compare`;
  return begins.every((each) => reach.locationIds.has(String(each)))
    ? null
    : `an identity on ${collection} is out of reach`;
}

const COMPARISONS: ReadonlySet<string> = new Set(['$gt', '$gte', '$lt', '$lte', '$all', '$and', '$elemMatch']);

function brokenFindRule(
  { collection, filter, residual }: { collection: string; filter: Stage; residual: unknown },
  reach: Reach,
): string | null {
  if (hasOperators([filter, residual], COMPARISONS))
    return `a find on ${collection} uses more than equality and a range`;
  if (locations.has(collection)) return brokenLocationRule(filter, reach);
  if (typeof filter.locationId === 'string') {
    return reach.locationIds.has(filter.locationId) ? null : `a find on ${collection} names a location out of reach`;
  }
  return `a find on ${collection} is bound to no location`;
}

function brokenLocationRule(
  filter: Readonly<Record<string, unknown>>,
  { companyId, locationIds }: Reach,
): string | null {
  if (typeof filter.locationId === 'string') {
    return locationIds.has(filter.locationId) ? null : 'a find on locations names a location out of reach';
  }
  if (filter.companyId === companyId) return null;
  return 'a listing of locations is not bound to the company of the credential';
}

type Stage = Readonly<Record<string, unknown>>;

/** The stages of a find whose filter is in two parts, of which the first must be bound to the tenant. */
const FIND_STAGES: ReadonlySet<string> = new Set([
  '$match,$match,$sort,$limit,$project',
  // What changed in a slice of time, in any order; then the documents of a page, by their identities.
  '$match,$match,$limit,$project',
  '$match,$match,$project',
]);

function isFindInStages(sent: SentCommand): boolean {
  return sent.name === 'aggregate' && FIND_STAGES.has(stagesOf(sent).flatMap(Object.keys).join());
}

function stagesOf({ command }: SentCommand): readonly Stage[] {
  return Array.isArray(command.pipeline) ? command.pipeline : [];
}

function filterOf({ command }: SentCommand): Readonly<Record<string, unknown>> {
  return (command.filter ?? {}) as Readonly<Record<string, unknown>>;
}

function hasField(projection: unknown, name: string): boolean {
  return projection === undefined || (typeof projection === 'object' && projection !== null && name in projection);
}

function hasOperators(value: unknown, allowed: ReadonlySet<string>): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some((item) => hasOperators(item, allowed));
  return Object.entries(value).some(
    ([name, inner]) => (name.startsWith('$') && !allowed.has(name)) || hasOperators(inner, allowed),
  );
}
