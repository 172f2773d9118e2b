import type { AnyEvent, EventMeta, EventType } from '@fundlens/contracts/event-types';
import { eventTypes } from '@fundlens/contracts/event-types';
import fc from 'fast-check';
import { emptied } from './deletions.ts';
import { arbitraryFields } from './event-arbitraries.ts';
import { USUAL_INSTANT } from './event-builders.ts';
import { identityNames } from './event-identity.ts';

/**
 * Histories: what an upstream may publish about a small world, in the order of publication. The world is small on
 * purpose: two locations that use the same ids, two companies that fight over them, two contacts in each with several
 * children of every kind. Versions, epochs, instants and event ids are drawn from few values, so that late events,
 * ties down to the last tie-break, epoch raises and deletions meet in the same entity all the time.
 */
export type History = readonly AnyEvent[];

/** The entities of a history, and how far versions go. Contacts and their children have the same ids in every location. */
export type World = {
  readonly locations: readonly string[];
  readonly companies: readonly string[];
  readonly contacts: readonly string[];
  readonly maxVersion: number;
};

const SMALL_WORLD: World = {
  locations: ['loc-1', 'loc-2'],
  companies: ['company-1', 'company-2'],
  contacts: ['contact-1', 'contact-2'],
  maxVersion: 3,
};

const CHILDREN = ['1', '2', '3'] as const;

const EVENT_IDS = ['00000000-0000-4000-8000-00000000000a', 'ffffffff-0000-4000-8000-00000000000b'] as const;

const MAX_EVENTS = 60;
const MAX_REPEATED = 6;

type Entity = { readonly type: EventType; readonly locationId: string | null; readonly identity: object };

/** How often an event is about an entity of each type; of types that are not named here, as often as of the rarest. */
const weights: { readonly [T in EventType]?: number } = {
  ContactChanged: 4,
  ApplicantChanged: 4,
  CreditReportStored: 3,
  UnderwritingCompleted: 3,
  FundingPlanChanged: 3,
  NextStepsChanged: 1,
  InstallationChanged: 3,
};
/** Their scope is a company, or follows from their fields. */
const ofCompanies: ReadonlySet<EventType> = new Set(['CompanyChanged', 'CredentialChanged']);

const typesOfLocations = [
  ...(Object.keys(weights) as EventType[]),
  ...eventTypes.filter((type) => !(type in weights)),
].filter((type) => !ofCompanies.has(type));

function entityOf(world: World): fc.Arbitrary<Entity> {
  const locationId = fc.constantFrom(...world.locations);
  const companyId = fc.constantFrom(...world.companies);
  const inLocation = typesOfLocations.map((type) => ({
    weight: weights[type] ?? 1,
    arbitrary: fc
      .record({ locationId, identity: identityIn(world, identityNames(type)) })
      .map((at) => ({ type, ...at })),
  }));
  return fc.oneof(
    ...inLocation,
    { weight: 1, arbitrary: companyId.map(company) },
    { weight: 1, arbitrary: fc.record({ locationId, companyId }).map(locationCredential) },
    { weight: 1, arbitrary: companyId.map(agencyCredential) },
  );
}

/** An identity of the world by the names of its ids. What belongs to no contact is there once in a location. */
function identityIn(world: World, names: readonly string[]): fc.Arbitrary<object> {
  const contact = fc.record({ contactId: fc.constantFrom(...world.contacts) });
  const [own] = names.filter((name) => name !== 'contactId');
  if (own === undefined) return names.length === 0 ? fc.constant({}) : contact;
  if (own === 'companyId') return fc.record({ companyId: fc.constantFrom(...world.companies) });
  if (!names.includes('contactId')) return fc.constant({ [own]: `${own.replace(/Id$/, '')}-1` });
  // A child's id names its contact, because a child never moves to another one.
  return fc
    .record({ contact, n: fc.constantFrom(...CHILDREN) })
    .map(({ contact: { contactId }, n }) => ({ contactId, [own]: `${contactId}.${n}` }));
}

/** One state of an entity: its place in the history, and either its fields or a deletion that carries none. */
function stateOf(target: Entity, maxVersion: number): fc.Arbitrary<AnyEvent> {
  const place = fc.record({
    eventId: fc.constantFrom(...EVENT_IDS),
    occurredAt: fc.integer({ min: USUAL_INSTANT, max: USUAL_INSTANT + 1 }),
    epoch: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
    version: fc.integer({ min: 1, max: maxVersion }),
  });
  return fc
    .record({ place, deleted: fc.constantFrom(true, false, false, false, false), fields: arbitraryFields[target.type] })
    .map(({ place: at, deleted, fields }) => {
      const meta: EventMeta = { ...at, locationId: target.locationId, companyId: null, source: 'test', deleted: false };
      const event = { meta, ...target.identity, ...fields };
      const live = { type: target.type, event } as unknown as AnyEvent;
      return deleted ? emptied(live) : live;
    });
}

/** Histories of the small world, in which everything collides; some events are published twice. */
export const history: fc.Arbitrary<History> = fc
  .array(eventIn(SMALL_WORLD), { minLength: 1, maxLength: MAX_EVENTS, size: 'max' })
  .chain((events) =>
    fc
      .subarray(events, { maxLength: Math.min(MAX_REPEATED, events.length) })
      .map((repeated) => [...events, ...repeated]),
  );

/** `count` events of a world, the same ones for the same seed: a stream for tests with real servers. */
export function eventStream(options: {
  readonly world: World;
  readonly count: number;
  readonly seed: number;
}): History {
  const { world, count, seed } = options;
  return fc.sample(eventIn(world), { numRuns: count, seed });
}

function eventIn(world: World): fc.Arbitrary<AnyEvent> {
  return entityOf(world).chain((target) => stateOf(target, world.maxVersion));
}

/** One way in which the events of `published` may reach a writer: any order, some more than once, in any batches. */
export function deliveryOf<Event>(published: readonly Event[]): fc.Arbitrary<readonly (readonly Event[])[]> {
  return fc
    .record({
      order: fc.shuffledSubarray([...published], { minLength: published.length }),
      again: fc.subarray([...published]),
      cuts: fc.array(fc.nat({ max: published.length * 2 }), { maxLength: 6 }),
    })
    .map(({ order, again, cuts }) => batches([...order, ...again], cuts));
}

function batches<Event>(events: readonly Event[], cuts: readonly number[]): Event[][] {
  const ends = [...cuts.toSorted((a, b) => a - b), events.length];
  return ends.map((end, index) => events.slice(ends[index - 1] ?? 0, end)).filter((batch) => batch.length > 0);
}

function company(companyId: string): Entity {
  return { type: 'CompanyChanged', locationId: null, identity: { companyId } };
}

function locationCredential(at: { locationId: string; companyId: string }): Entity {
  const identity = { credentialId: `key-${at.locationId}`, reach: 'location', ...at };
  return { type: 'CredentialChanged', locationId: at.locationId, identity };
}

function agencyCredential(id: string): Entity {
  const identity = { credentialId: `key-${id}`, reach: 'agency', companyId: id, locationId: null };
  return { type: 'CredentialChanged', locationId: null, identity };
}
