import { type AnyEvent, definitionOf, type EventOf, type EventType } from '@fundlens/contracts/event-types';
import { applicantOutcomes } from '@fundlens/contracts/events/applicant-changed';
import { reportFormats } from '@fundlens/contracts/events/credit-report-stored';
import { checkEvent } from '@fundlens/contracts/testing/checked-event';
import { describe, expect, test } from 'vitest';
import { creditReportShapes } from '@fundlens/redaction/testing/credit-report-fixtures';
import { demoEvents } from './demo.ts';
import { createLiveChanges } from './live-changes.ts';
import { createRandom } from './random.ts';
import { type DemoOptions, demoWorld, showcaseOf } from './world.ts';
import { isNeverIssued } from './ssns.ts';
import { DEMO_BOARD } from './stages.ts';
import { demoTokens } from './tokens.ts';

const full: DemoOptions = {
  seed: 'test',
  baseInstant: Date.UTC(2026, 2, 14, 9, 26),
  scale: 'full',
};
const small: DemoOptions = { ...full, scale: 'small' };
const tokens = demoTokens('a secret of this test only');
const eventsOf = (options: DemoOptions) => [...demoEvents(demoWorld(options), tokens)];
const worlds = { full: demoWorld(full), small: demoWorld(small) };
const all = [...demoEvents(worlds.full, tokens)];

function ofType<T extends EventType>(events: readonly AnyEvent[], type: T): EventOf<T>[] {
  return events.filter((candidate) => candidate.type === type).map(({ event }) => event as unknown as EventOf<T>);
}
const distinct = <T>(values: Iterable<T>) => new Set(values);
/** Reports as text. */
const textOf = ({ event }: AnyEvent) =>
  JSON.stringify(event, (_, value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value));
const textsOf = (events: readonly AnyEvent[]) => events.map(textOf).join('\n');

test('the same seed, instant and tokens give the same events in the same order, another seed other people', () => {
  expect(textsOf(eventsOf(small))).toBe(textsOf(eventsOf(small)));
  expect(textsOf(eventsOf({ ...small, seed: 'other' }))).not.toBe(textsOf(eventsOf(small)));
});

describe.each(['full', 'small'] as const)('the %s demo', (scale) => {
  const events = scale === 'full' ? all : eventsOf(small);
  const { locations } = worlds[scale];

  test('publishes nothing that the contract refuses', () => {
    const refused = events.flatMap(({ type, event }) => {
      const checked = checkEvent(type, event);
      return 'issues' in checked ? [{ type, issues: checked.issues }] : [];
    });
    expect(refused).toEqual([]);
  });

  test('has events from its past only', () => {
    expect(Math.max(...events.map(({ event }) => event.meta.occurredAt))).toBeLessThan(full.baseInstant);
  });

  test('defines every custom field that a contact has, in its location', () => {
    const fieldOf = (locationId: string | null, fieldId: string) => `${locationId}/${fieldId}`;
    const defined = distinct(
      ofType(events, 'CustomFieldChanged').map(({ meta, fieldId }) => fieldOf(meta.locationId, fieldId)),
    );
    const used = ofType(events, 'ContactChanged').flatMap(({ meta, customFields }) =>
      customFields.map(({ id }) => fieldOf(meta.locationId, id)),
    );
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((field) => !defined.has(field))).toEqual([]);
  });

  test('has applicants in every stage and of every outcome', () => {
    const applicants = ofType(events, 'ApplicantChanged');
    expect(distinct(applicants.map(({ stage }) => stage))).toEqual(new Set(DEMO_BOARD));
    expect(distinct(applicants.map(({ outcome }) => outcome))).toEqual(new Set(applicantOutcomes));
  });

  test('has reports in every format and shape, with and without a summary', () => {
    const reports = ofType(events, 'CreditReportStored');
    expect(distinct(reports.map(({ format }) => format))).toEqual(new Set(reportFormats));
    const shapes = locations.flatMap(({ contacts }) =>
      contacts.flatMap(({ application }) => application?.reports.map(({ shape }) => shape) ?? []),
    );
    expect(distinct(shapes)).toEqual(new Set(creditReportShapes));
    expect(distinct(reports.map(({ summary }) => summary === null))).toEqual(new Set([true, false]));
  });

  test('never gives one entity the same version with two contents', () => {
    const contentOf = new Map<string, string>();
    for (const published of events) {
      const { type, event } = published;
      const identity = `${definitionOf(type).keyOf(event as never)}@${event.meta.version}`;
      const content = textOf(published);
      expect(contentOf.get(identity) ?? content).toBe(content);
      contentOf.set(identity, content);
    }
  });

  test('gives every contact a number that was never issued, and writes those of many into events', () => {
    const digitsOf = digitsByContact(events);
    const people = locations.flatMap(({ contacts }) => contacts.map(({ person }) => person));
    expect(people.filter(({ ssn }) => !isNeverIssued(ssn))).toEqual([]);
    // As a number it loses its leading zeros.
    const written = people.filter(({ ssn, contactId }) => digitsOf(contactId).includes(String(Number(ssn))));
    expect(written.length).toBeGreaterThan(scale === 'full' ? 600 : 20);
  });
});

test('tokens never travel, only their hashes, and no two installations share one', () => {
  const text = textsOf(all);
  const others = Object.values(demoTokens('the secret of another one'));
  expect(Object.values(tokens).filter((token) => others.includes(token))).toEqual([]);
  for (const token of Object.values(tokens)) expect(text).not.toContain(token);
  expect(ofType(all, 'CredentialChanged').every(({ tokenHash }) => /^[0-9a-f]{64}$/.test(tokenHash ?? ''))).toBe(true);
});

/** What was published about a contact, reports read as text and digits joined over separators. */
function digitsByContact(events: readonly AnyEvent[]): (contactId: string) => string {
  const texts = new Map<string, string>();
  for (const published of events) {
    const { event } = published;
    if (!('contactId' in event)) continue;
    texts.set(event.contactId, `${texts.get(event.contactId) ?? ''}\n${textOf(published)}`);
  }
  return (contactId) => (texts.get(contactId) ?? '').replaceAll(/(\d)[-. ](?=\d)/g, '$1');
}

const { person } = showcaseOf(worlds.small);
const changes = createLiveChanges({
  random: createRandom('live'),
  world: worlds.small,
  untouched: new Set([person.contactId]),
});
/** Four changes in one millisecond now and then, as after a pause. */
const liveEvents = Array.from({ length: 3_000 }, (_, index) =>
  changes.next(full.baseInstant + Math.floor(index / 4) * 1_000),
).flat();

test('live changes are valid events of contacts, applications, reports and what follows from them', () => {
  expect(liveEvents.filter(({ type, event }) => 'issues' in checkEvent(type, event))).toEqual([]);
  expect(new Set(liveEvents.map(({ type }) => type))).toEqual(
    new Set([
      'ContactChanged',
      'ApplicantChanged',
      'CreditReportStored',
      'UnderwritingCompleted',
      'FundingPlanChanged',
      'NextStepsChanged',
    ]),
  );
});

test('every change of an entity has a greater version than the one before', () => {
  const latest = new Map<string, number>();
  for (const { type, event } of liveEvents) {
    const key = definitionOf(type).keyOf(event as never);
    expect(event.meta.version).toBeGreaterThan(latest.get(key) ?? full.baseInstant - 1);
    latest.set(key, event.meta.version);
  }
});

test('the contact of the printed commands is left alone', () => {
  expect(liveEvents.some(({ event }) => 'contactId' in event && event.contactId === person.contactId)).toBe(false);
});
