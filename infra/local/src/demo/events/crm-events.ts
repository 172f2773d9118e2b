import type { AnyEvent } from '@fundlens/contracts/event-types';
import { DAY, isoDate } from '../dates.ts';
import { crmId } from '../ids.ts';
import type { Random } from '../random.ts';
import type { DemoContact } from '../world/contact.ts';
import { customFields, fieldNames } from '../world/custom-fields.ts';
import { tags } from '../world/names.ts';
import type { DemoPerson } from '../world/person.ts';
import type { DemoStage } from '../world/stages.ts';
import type { DemoLocation } from '../world/world.ts';
import type { EventFactory } from './event-factory.ts';

export function* locationEvents(make: EventFactory, baseInstant: number, location: DemoLocation): Generator<AnyEvent> {
  const { profile, pipelines } = location;
  const { locationId, companyId, name, timezone, street, city, state, zip, areaCode } = profile;
  const at = baseInstant - 540 * DAY;
  yield make(
    'LocationChanged',
    { at, locationId, companyId },
    {
      name,
      timezone,
      email: `${locationId}@example.com`,
      phone: `+1${areaCode}5550100`,
      address: `${street}, ${city}, ${state} ${zip}`,
      address1: street,
      city,
      state,
      postalCode: zip,
      country: 'US',
    },
  );
  for (const { pipelineId, name: pipelineName, stages } of pipelines) {
    yield make(
      'PipelineChanged',
      { at, locationId, companyId },
      { pipelineId, name: pipelineName, stages: stages.map((stage, position) => ({ ...stage, position })) },
    );
  }
  for (const field of customFields) yield make('CustomFieldChanged', { at, locationId, companyId }, field);
}

/**
 * A contact as CRMs tell of it: created, for some updated later, a few of these twice, and for a deleted one an update
 * that arrives behind the deletion.
 */
export function* contactEvents(make: EventFactory, random: Random, person: DemoPerson): Generator<AnyEvent> {
  const { locationId, contactId, createdAt, updatedAt, deletedAt } = person;
  yield contactChanged(make, { ...person, updatedAt: createdAt, tags: [], assignedTo: null }, createdAt);
  const latest = contactChanged(make, person, Math.max(updatedAt, createdAt + 1));
  if (deletedAt !== null) yield make('ContactChanged', { at: deletedAt, locationId, deleted: true }, { contactId });
  yield latest;
  if (random.chance(0.02)) yield latest;
}

export function contactChanged(make: EventFactory, person: DemoPerson, at: number): AnyEvent {
  return make(
    'ContactChanged',
    { at, locationId: person.locationId },
    {
      contactId: person.contactId,
      firstName: person.firstName,
      lastName: person.lastName,
      companyName: person.companyName,
      email: person.email,
      phone: person.phone,
      address1: person.address1,
      city: person.city,
      state: person.state,
      postalCode: person.postalCode,
      country: 'US',
      dateOfBirth: isoDate(person.birthDate),
      ssn: person.crmSsn,
      source: person.source,
      tags: [...person.tags],
      assignedTo: person.assignedTo,
      dnd: person.dnd,
      customFields: person.customFields.map((field) => ({ ...field, name: fieldNames.get(field.id) ?? null })),
      createdAt: person.createdAt,
      updatedAt: at,
    },
  );
}

/** A third of the contacts have a deal, some two. */
export function* dealEvents(
  make: EventFactory,
  random: Random,
  options: { contact: DemoContact; location: DemoLocation; baseInstant: number },
): Generator<AnyEvent> {
  const { contact, location, baseInstant } = options;
  const { person } = contact;
  const count = random.chance(0.33) ? random.int(1, 2) : 0;
  for (let index = 0; index < count; index += 1) {
    const pipeline = location.pipelines[index % location.pipelines.length];
    if (pipeline === undefined) return;
    const stage = pipeline.stages[random.int(0, pipeline.stages.length - 1)];
    const drawn = random.pick(['open', 'open', 'won', 'lost', 'abandoned']);
    const status = contact.application === null ? drawn : statusOf(contact.application.stage.outcome);
    const changedAt = person.createdAt + Math.floor((baseInstant - person.createdAt) * random.next());
    yield make(
      'DealChanged',
      { at: changedAt, locationId: person.locationId },
      {
        dealId: crmId(random),
        contactId: person.contactId,
        pipelineId: pipeline.pipelineId,
        stageId: stage?.stageId ?? null,
        name: `${person.companyName ?? person.lastName} ${index === 0 ? 'funding' : 'renewal'}`,
        status,
        amountCents: contact.application?.requestedAmountCents ?? random.int(5, 400) * 100_000,
        source: person.source,
        assignedTo: person.assignedTo,
        createdAt: person.createdAt,
        updatedAt: changedAt,
        stageChangedAt: changedAt,
        statusChangedAt: status === 'open' ? null : changedAt,
      },
    );
  }
}

/** The deal of an applicant says what the application says. */
function statusOf(outcome: DemoStage['outcome']) {
  switch (outcome) {
    case 'funded':
      return 'won';
    case 'declined':
      return 'lost';
    case 'withdrawn':
      return 'abandoned';
    default:
      return 'open';
  }
}

/** A contact after an operator's edit. The same person otherwise. */
export function editedPerson(random: Random, person: DemoPerson): DemoPerson {
  const tag = random.pick(tags);
  return {
    ...person,
    address1: random.chance(0.2)
      ? `${random.int(100, 9_899)} ${person.address1.split(' ').slice(1).join(' ')}`
      : person.address1,
    tags: person.tags.includes(tag) ? person.tags.filter((other) => other !== tag) : [...person.tags, tag],
    dnd: random.chance(0.1) ? !person.dnd : person.dnd,
  };
}
