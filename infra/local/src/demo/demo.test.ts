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

function ofType<T extends EventType>(events: readonly AnyEvent[], type: T): EventOf<T>[] {
  return events.filter((candidate) => candidate.type === type).map(({ event }) => event as unknown as EventOf<T>);
}
const distinct = <T>(values: Iterable<T>) => new Set(values);
const refused = (events: readonly AnyEvent[]) =>
  events.filter(({ type, event }) => 'issues' in checkEvent(type, event)).map(({ type }) => type);
/** Reports as text. */
const textsOf = (events: readonly AnyEvent[]) =>
  JSON.stringify(events, (_, value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value));

test('the same seed, instant and tokens give the same events in the same order, another seed other people', () => {
  expect(textsOf(eventsOf(small))).toBe(textsOf(eventsOf(small)));
  expect(textsOf(eventsOf({ ...small, seed: 'other' }))).not.toBe(textsOf(eventsOf(small)));
});

describe.each([full, small])('the $scale demo', (options) => {
  const events = eventsOf(options);
  const { locations } = demoWorld(options);
  const contacts = locations.flatMap((location) => location.contacts);

  test('publishes nothing that the contract refuses, and no number that was ever issued', () => {
    expect(refused(events)).toEqual([]);
    expect(contacts.filter(({ person }) => !isNeverIssued(person.ssn))).toEqual([]);
  });

  test('has applicants in every stage and of every outcome, and reports in every format and shape', () => {
    const applicants = ofType(events, 'ApplicantChanged');
    expect(distinct(applicants.map(({ stage }) => stage))).toEqual(new Set(DEMO_BOARD));
    expect(distinct(applicants.map(({ outcome }) => outcome))).toEqual(new Set(applicantOutcomes));
    const formats = ofType(events, 'CreditReportStored').map(({ format }) => format);
    expect(distinct(formats)).toEqual(new Set(reportFormats));
    const shapes = contacts.flatMap(({ application }) => application?.reports.map(({ shape }) => shape) ?? []);
    expect(distinct(shapes)).toEqual(new Set(creditReportShapes));
  });

  test('tells of tokens by their hashes, which are those of no other installation', () => {
    const others = Object.values(demoTokens('the secret of another one'));
    for (const token of Object.values(tokens)) {
      expect(others).not.toContain(token);
      expect(textsOf(events)).not.toContain(token);
    }
  });
});

test('live changes are valid, leave the contact of the printed commands alone, and give each entity a greater version', () => {
  const world = demoWorld(small);
  const { contactId } = showcaseOf(world).person;
  const changes = createLiveChanges({ random: createRandom('live'), world, untouched: new Set([contactId]) });
  // Four in one millisecond, as after a pause.
  const events = Array.from({ length: 3_000 }, (_, index) =>
    changes.next(full.baseInstant + Math.floor(index / 4) * 1_000),
  ).flat();
  expect(refused(events)).toEqual([]);
  const latest = new Map<string, number>();
  for (const { type, event } of events) {
    expect('contactId' in event && event.contactId).not.toBe(contactId);
    const key = definitionOf(type).keyOf(event as never);
    expect(event.meta.version).toBeGreaterThan(latest.get(key) ?? full.baseInstant - 1);
    latest.set(key, event.meta.version);
  }
});
