import { type EventInput, withDefaults } from '@fundlens/contracts/event-defaults';
import type { AnyEvent, EventType } from '@fundlens/contracts/event-types';
import { bureausOf, formatOf } from '@fundlens/redaction/testing/credit-report-fixtures';
import { type DemoApplication, requestedCentsOf } from './applications.ts';
import type { DemoContact, DemoLocation } from './world.ts';
import { DAY } from './instants.ts';
import { nextStepsOf } from './next-steps.ts';
import { offersOf } from './offers.ts';
import type { DemoPerson } from './people.ts';
import { customFields, type DemoPlace, demoCompanies, demoPlaces } from './places.ts';
import type { Random } from './random.ts';
import { type DemoReport, readReport } from './reports.ts';
import { reached } from './stages.ts';
import { CREDENTIALS_CREATED_AT, type DemoTokens, demoCredentials, tokenHashOf } from './tokens.ts';

/** Where and when something changed. `at` is in epoch milliseconds. */
type Occasion = {
  readonly at: number;
  /** Null for what belongs to a company as a whole. */
  readonly locationId: string | null;
  readonly companyId?: string | null;
  readonly deleted?: boolean;
};

export type MakeEvent = <T extends EventType>(
  type: T,
  occasion: Occasion,
  fields: Omit<EventInput<T>, 'meta'>,
) => AnyEvent;

/**
 * Makes events as both platforms publish them. An entity's version is the instant of its change in milliseconds: it only
 * grows, over restarts too, and no state of the last one is kept.
 */
export function eventMaker(random: Random): MakeEvent {
  return (type, { at, locationId, companyId = null, deleted = false }, fields) => {
    const own = { eventId: random.uuid(), occurredAt: at, version: at, source: 'fundlens-demo' };
    const meta = { ...own, locationId, companyId, deleted };
    // The type of `fields` is that of `type`; joined with `meta` the compiler can no longer see it.
    const event = withDefaults(type, { meta, ...fields } as EventInput<typeof type>);
    return { type, event } as unknown as AnyEvent;
  };
}

const COMPANIES_SINCE = -600 * DAY;
const INSTALLED = -550 * DAY;
const PROFILED = -540 * DAY;
const LEFT = -60 * DAY;

/** Companies, installations and credentials, in the order in which they came about. */
export function* accessEvents(make: MakeEvent, base: number, tokens: DemoTokens): Generator<AnyEvent> {
  for (const company of demoCompanies) {
    const { companyId } = company;
    yield make(
      'CompanyChanged',
      { at: base + COMPANIES_SINCE, locationId: null, companyId },
      { ...company, state: 'active' },
    );
  }
  for (const place of demoPlaces) yield* installationEvents(make, base, place);
  for (const credential of demoCredentials) {
    const { name, companyId, locationId, expiresInDays, revokedInDays, kind, permissions, windowLimit } = credential;
    const createdAt = base + CREDENTIALS_CREATED_AT;
    const fields = {
      credentialId: `demo-${name}`,
      tokenHash: tokenHashOf(tokens[name]),
      kind,
      reach: locationId === null ? ('agency' as const) : ('location' as const),
      companyId,
      locationId,
      permissions: [...permissions],
      expiresAt: expiresInDays === null ? null : base + expiresInDays * DAY,
      createdAt,
      hint: tokens[name].slice(-4),
      windowLimit,
    };
    yield make('CredentialChanged', { at: createdAt, locationId, companyId }, fields);
    if (revokedInDays === null) continue;
    const revokedAt = base + revokedInDays * DAY;
    yield make('CredentialChanged', { at: revokedAt, locationId, companyId }, { ...fields, revokedAt });
  }
}

function* installationEvents(make: MakeEvent, base: number, place: DemoPlace): Generator<AnyEvent> {
  const { locationId, ownedBy } = place;
  const changed = (
    companyId: string,
    state: 'installed' | 'uninstalled' | 'transferred_out',
    at: number,
    installedAt = at,
  ) => make('InstallationChanged', { at, locationId, companyId }, { companyId, state, installedAt });
  const installedAt = base + INSTALLED;
  yield changed(place.companyId, 'installed', installedAt);
  if (ownedBy === place.companyId) return;
  const end = ownedBy === null ? 'uninstalled' : 'transferred_out';
  yield changed(place.companyId, end, base + LEFT, installedAt);
  if (ownedBy !== null) yield changed(ownedBy, 'installed', base + LEFT + DAY);
}

export function* locationEvents(make: MakeEvent, location: DemoLocation): Generator<AnyEvent> {
  const { place, pipelines, baseInstant } = location;
  const { locationId, companyId, name, timezone, street, city, state, zip, areaCode } = place;
  const occasion = { at: baseInstant + PROFILED, locationId, companyId };
  yield make('LocationChanged', occasion, {
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
  });
  for (const pipeline of pipelines) yield make('PipelineChanged', occasion, pipeline);
  for (const field of customFields) yield make('CustomFieldChanged', occasion, field);
}

/**
 * A contact as CRMs tell of it: created, for some updated later, a few of these twice, and for a deleted one an update
 * that arrives behind the deletion.
 */
export function* contactEvents(make: MakeEvent, random: Random, person: DemoPerson): Generator<AnyEvent> {
  const { locationId, contactId, createdAt, updatedAt, deletedAt } = person;
  yield contactChanged(make, { ...person, tags: [], assignedTo: null }, createdAt);
  const latest = contactChanged(make, person, Math.max(updatedAt, createdAt + 1));
  if (deletedAt !== null) yield make('ContactChanged', { at: deletedAt, locationId, deleted: true }, { contactId });
  yield latest;
  if (random.chance(0.02)) yield latest;
}

export function contactChanged(make: MakeEvent, person: DemoPerson, at: number): AnyEvent {
  const { locationId, birthDate, ssn: _, writtenSsn, business: _business, habit, deletedAt, ...fields } = person;
  const dateOfBirth = new Date(birthDate).toISOString().slice(0, 10);
  const own = { ...fields, country: 'US', dateOfBirth, ssn: writtenSsn, updatedAt: at };
  return make('ContactChanged', { at, locationId }, own);
}

const DEAL_STATUS: Readonly<Record<string, 'won' | 'lost' | 'abandoned'>> = {
  funded: 'won',
  declined: 'lost',
  withdrawn: 'abandoned',
};

/** A third of the contacts have a deal, some two. The deal of an applicant says what the application says. */
export function* dealEvents(
  make: MakeEvent,
  random: Random,
  { person, application, pipelines, baseInstant }: DemoContact & Pick<DemoLocation, 'pipelines' | 'baseInstant'>,
): Generator<AnyEvent> {
  const { contactId, locationId, companyName, source, assignedTo, createdAt } = person;
  const count = random.chance(0.33) ? random.int(1, 2) : 0;
  for (const [index, { pipelineId, stages }] of pipelines.slice(0, count).entries()) {
    const drawn = random.pick(['open', 'open', 'won', 'lost', 'abandoned']);
    const status = application === null ? drawn : (DEAL_STATUS[application.stage.outcome] ?? 'open');
    const at = createdAt + Math.floor((baseInstant - createdAt) * random.next());
    const amountCents = application === null ? random.int(5, 400) * 100_000 : requestedCentsOf(person, application);
    const deal = { dealId: random.crmId(), contactId, pipelineId, stageId: random.pick(stages).stageId };
    const name = `${companyName} ${index === 0 ? 'funding' : 'renewal'}`;
    const instants = { createdAt, updatedAt: at, stageChangedAt: at, statusChangedAt: status === 'open' ? null : at };
    yield make(
      'DealChanged',
      { at, locationId },
      { ...deal, ...instants, name, status, amountCents, source, assignedTo },
    );
  }
}

export type ApplicationFile = { readonly person: DemoPerson; readonly application: DemoApplication };

/** All that there is of an application. */
export function* applicationEvents(make: MakeEvent, file: ApplicationFile): Generator<AnyEvent> {
  for (const report of file.application.reports) yield creditReportStored(make, file.person, report);
  yield* underwritingEvents(make, file);
  yield* stageEvents(make, file);
}

export function creditReportStored(make: MakeEvent, person: DemoPerson, report: DemoReport): AnyEvent {
  const { requestId, pulledAt, shape, hasSummary } = report;
  const { contactId, locationId } = person;
  const { text, scores, figures } = readReport(person, report);
  const { utilizationPct, openTradelines, inquiries6m, derogatories24m, oldestAccountMonths, totalDebtCents } = figures;
  const counted = { utilizationPct, openTradelines, inquiries6m, derogatories24m, oldestAccountMonths, totalDebtCents };
  return make(
    'CreditReportStored',
    { at: pulledAt, locationId },
    {
      requestId,
      contactId,
      bureaus: bureausOf(shape).map((bureau) => bureau.toLowerCase()),
      format: formatOf(shape),
      pulledAt,
      report: text,
      summary: hasSummary ? { scores, ...counted } : null,
    },
  );
}

/** What underwriting said about the latest report. */
export function* underwritingEvents(make: MakeEvent, { person, application }: ApplicationFile): Generator<AnyEvent> {
  const { contactId, locationId, writtenSsn } = person;
  const { marks, credit } = application;
  const evaluatedAt = marks[reached.underwritten];
  if (evaluatedAt === undefined || credit === null) return;
  const { requestId, underwriting } = credit;
  const alerts = writtenSsn === null ? [] : [`Fraud alert on SSN ${writtenSsn}`];
  const about = { resultId: `result-${contactId}`, contactId, requestId, evaluatedAt };
  const said = { ...about, ...underwriting, risks: [...underwriting.risks, ...alerts] };
  yield make('UnderwritingCompleted', { at: evaluatedAt, locationId }, said);
}

const REASONS: Readonly<Record<string, string>> = {
  withdrawn: 'Client found funding elsewhere',
  escalated: 'Requested amount above the funding range',
};

/** What changes with the stage: plan, entry, next steps. */
export function* stageEvents(make: MakeEvent, { person, application }: ApplicationFile): Generator<AnyEvent> {
  const { marks, stageChangedAt, credit } = application;
  const { stage, outcome, reached: mark, waitingOn } = application.stage;
  const { contactId, locationId, assignedTo, writtenSsn } = person;
  const occasion = { at: stageChangedAt, locationId };
  const requestedAmountCents = requestedCentsOf(person, application);
  const offers = offersOf(application, requestedAmountCents);
  const isDecided = outcome !== 'open' && outcome !== 'parked';
  const {
    primaryPaths: [planType = null] = [],
    declineReason = null,
    parkedReason = null,
  } = credit?.underwriting ?? {};
  const planId = `plan-${contactId}`;
  if (offers.length > 0) {
    yield make('FundingPlanChanged', occasion, {
      planId,
      contactId,
      planType,
      status: outcome === 'funded' ? 'completed' : mark >= reached.submitted ? 'in_progress' : 'draft',
      outcome: isDecided ? outcome : null,
      createdAt: marks[reached.planned] ?? null,
      updatedAt: stageChangedAt,
      recommendations: offers.map((offer, index) => ({
        ...offer,
        id: `${planId}-${index + 1}`,
        notes: index > 0 || writtenSsn === null ? null : `Lender asked again for SSN ${writtenSsn}.`,
      })),
    });
  }
  yield make('ApplicantChanged', occasion, {
    contactId,
    stage,
    outcome,
    reason: REASONS[stage] ?? (outcome === 'declined' ? declineReason : outcome === 'parked' ? parkedReason : null),
    requestedAmountCents,
    submittedAt: marks[reached.received] ?? null,
    stageChangedAt,
    decidedAt: isDecided ? stageChangedAt : null,
    processor: assignedTo,
    waitingOn,
  });
  const steps = nextStepsOf(application, { offers, processor: assignedTo });
  yield make('NextStepsChanged', occasion, { contactId, steps });
}
