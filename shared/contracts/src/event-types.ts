import type { BaseEvent, EventDefinition } from './definition/event-definition.ts';
import { applicantChanged } from './events/applicant-changed.ts';
import { companyChanged } from './events/company-changed.ts';
import { contactChanged } from './events/contact-changed.ts';
import { credentialChanged } from './events/credential-changed.ts';
import { creditReportStored } from './events/credit-report-stored.ts';
import { customFieldChanged } from './events/custom-field-changed.ts';
import { dealChanged } from './events/deal-changed.ts';
import { fundingPlanChanged } from './events/funding-plan-changed.ts';
import { installationChanged } from './events/installation-changed.ts';
import { locationChanged } from './events/location-changed.ts';
import { nextStepsChanged } from './events/next-steps-changed.ts';
import { pipelineChanged } from './events/pipeline-changed.ts';
import { underwritingCompleted } from './events/underwriting-completed.ts';

/** All event types and what the system knows about each; adding one is a file in `events/` and a line here. */
export const eventDefinitions = {
  LocationChanged: locationChanged,
  ContactChanged: contactChanged,
  PipelineChanged: pipelineChanged,
  CustomFieldChanged: customFieldChanged,
  DealChanged: dealChanged,
  ApplicantChanged: applicantChanged,
  CreditReportStored: creditReportStored,
  UnderwritingCompleted: underwritingCompleted,
  FundingPlanChanged: fundingPlanChanged,
  NextStepsChanged: nextStepsChanged,
  CompanyChanged: companyChanged,
  InstallationChanged: installationChanged,
  CredentialChanged: credentialChanged,
};

export type EventType = keyof typeof eventDefinitions;
export type { EventMeta } from './definition/meta.ts';

/** The validated event of one type, as projections see it: latest schema, plain numbers, `Uint8Array` for bytes. */
export type EventOf<T extends EventType> = (typeof eventDefinitions)[T] extends EventDefinition<T, infer E> ? E : never;

/** Any event with its type beside it, discriminated by `type`. */
export type AnyEvent = { [T in EventType]: { type: T; event: EventOf<T> } }[EventType];

export const eventTypes: readonly EventType[] = Object.keys(eventDefinitions) as EventType[];

export function isEventType(name: unknown): name is EventType {
  return typeof name === 'string' && Object.hasOwn(eventDefinitions, name);
}

/** The type of the events whose Avro records have this full name. */
export function eventTypeNamed(fullName: string | undefined): EventType | undefined {
  return eventTypes.find((type) => eventDefinitions[type].fullName === fullName);
}

/** The type of the events whose keys begin with `entity`; null when there is none. */
export function eventTypeOfEntity(entity: string): EventType | null {
  return eventTypes.find((type) => eventDefinitions[type].entity === entity) ?? null;
}

/**
 * The definition of a type, for code that handles every type alike. The type parameter ties the definition to the
 * event that goes with it, which indexing `eventDefinitions` by a union cannot express.
 */
export function definitionOf<T extends EventType>(type: T): EventDefinition<T, EventOf<T> & BaseEvent> {
  return eventDefinitions[type] as unknown as EventDefinition<T, EventOf<T> & BaseEvent>;
}
