import type { AnyEvent } from '@fundlens/contracts/event-types';
import { applicantChanged, creditReportStored } from './events/applicant-events.ts';
import { contactChanged, editedPerson } from './events/crm-events.ts';
import { createEventFactory } from './events/event-factory.ts';
import { fundingPlanEvents, nextStepEvents, underwritingEvents } from './events/funding-events.ts';
import { crmId } from './ids.ts';
import { createRandom, type Random } from './random.ts';
import { creditOf, type DemoApplication, planFor, wantedAmount } from './world/application.ts';
import { datesAfter } from './world/application-dates.ts';
import type { DemoContact } from './world/contact.ts';
import { createCreditFile } from './world/credit-file.ts';
import { operators } from './world/names.ts';
import type { DemoPerson } from './world/person.ts';
import { type DemoReport, formatOf, reportVariants } from './world/report.ts';
import { type DemoStage, reached, stageNamed } from './world/stages.ts';
import type { DemoWorld } from './world/world.ts';

export type LiveChanges = {
  /** What happens next, with `now` (epoch milliseconds) as its instant: one event, or those that belong together. */
  next(now: number): AnyEvent[];
};

/** Reports are by far the largest events; at two changes a second this is about one in ten seconds. */
const REPORT_SHARE = 0.05;
const STAGE_MOVE_SHARE = 0.35;

type LiveContact = { person: DemoPerson; application: DemoApplication | null };

/**
 * The work of a day in the demo: contacts are edited, applications made and moved, reports pulled.
 *
 * Every start begins again from the demo's base. Versions are instants, so later changes outrank those of an earlier
 * run; instants that must never change (`createdAt`, `submittedAt`) follow from the base alone.
 */
export function createLiveChanges(options: {
  random: Random;
  world: DemoWorld;
  /** Contacts that the printed commands show. */
  untouched: ReadonlySet<string>;
}): LiveChanges {
  const { random, world, untouched } = options;
  const make = createEventFactory(random);
  const contacts: LiveContact[] = world.locations
    .flatMap((location) => location.contacts)
    .filter(({ person }) => person.deletedAt === null && !untouched.has(person.contactId))
    .map(({ person, application }: DemoContact) => ({ person, application }));
  let latest = 0;

  const drawContact = () => {
    const contact = contacts[random.int(0, contacts.length - 1)];
    if (contact === undefined) throw new TypeError('the demo has no contacts to change');
    return contact;
  };

  function edit(contact: LiveContact, at: number): AnyEvent[] {
    contact.person = editedPerson(random, contact.person);
    return [contactChanged(make, contact.person, at)];
  }

  /** A look at an open file whose client has signed; what was underwritten stays as it is. */
  function pull(contact: LiveContact, application: DemoApplication, at: number): AnyEvent[] {
    const { stage, dates } = application;
    if (stage.outcome !== 'open' || stage.reached < reached.reported) return edit(contact, at);
    const report = newReport(random, at);
    const { person } = contact;
    const credit =
      dates.underwrittenAt === null ? creditOf(person, application.creditFile, report) : application.credit;
    contact.application = { ...application, credit, reports: [...application.reports, report] };
    return [creditReportStored(make, { person, file: application.creditFile, report })];
  }

  function move(contact: LiveContact, at: number): AnyEvent[] {
    const { person } = contact;
    const before = contact.application;
    const after =
      before === null ? newApplication(random, { person, world, at }) : moved(random, { person, before, at });
    if (after === null) return edit(contact, at);
    contact.application = after;
    const report = after.reports.length > (before?.reports.length ?? 0) ? after.reports.at(-1) : undefined;
    const file = { person, application: after };
    return [
      ...(report === undefined ? [] : [creditReportStored(make, { person, file: after.creditFile, report })]),
      ...(after.dates.underwrittenAt === at ? underwritingEvents(make, file) : []),
      ...fundingPlanEvents(make, file),
      applicantChanged(make, file),
      ...nextStepEvents(make, file),
    ];
  }

  return {
    next(now) {
      // Never twice the same instant: it is the version.
      const at = Math.max(now, latest + 1);
      latest = at;
      const contact = drawContact();
      const roll = random.next();
      if (roll < STAGE_MOVE_SHARE) return move(contact, at);
      const { application } = contact;
      if (roll < STAGE_MOVE_SHARE + REPORT_SHARE && application !== null) return pull(contact, application, at);
      return edit(contact, at);
    },
  };
}

/** One step further; null where the file stays as it is. */
function moved(
  random: Random,
  { person, before, at }: { person: DemoPerson; before: DemoApplication; at: number },
): DemoApplication | null {
  const possible = before.stage.next.map(stageNamed).filter((stage) => fits(stage, before));
  const stage = possible[random.int(0, possible.length - 1)];
  if (stage === undefined) return null;
  const isFirstPull = stage.reached >= reached.reported && before.reports.length === 0;
  const pulled = isFirstPull ? newReport(random, at) : null;
  const withoutPlan = {
    ...before,
    stage,
    dates: datesAfter(before.dates, stage, at),
    processor: before.processor ?? random.pick(operators),
    ...(pulled !== null && { reports: [pulled], credit: creditOf(person, before.creditFile, pulled) }),
  };
  return { ...withoutPlan, plan: planFor(withoutPlan) };
}

/** Whether the file may go there: as its underwriting has it, and never behind what lenders have been asked. */
function fits(stage: DemoStage, { credit, plan, requestedAmountCents }: DemoApplication): boolean {
  if (plan !== null && stage.reached < reached.planned) return false;
  if (stage.reached < reached.underwritten) return true;
  if (credit === null) return false;
  const { verdict, fundingRangeCents } = credit.underwriting;
  if (stage.outcome === 'declined') return verdict === 'declined';
  if (stage.outcome === 'parked') return verdict === 'parked';
  if (verdict !== 'qualified' || fundingRangeCents === null) return false;
  return stage.stage !== 'escalated' || requestedAmountCents > fundingRangeCents.max;
}

/** The credit file of a person is the same at every start. */
function newApplication(
  random: Random,
  { person, world, at }: { person: DemoPerson; world: DemoWorld; at: number },
): DemoApplication {
  const received = stageNamed('received');
  return {
    stage: received,
    dates: {
      submittedAt: world.baseInstant,
      authorizedAt: null,
      underwrittenAt: null,
      plannedAt: null,
      submittedToLendersAt: null,
      answeredAt: null,
      stageChangedAt: at,
    },
    isDated: true,
    requestedAmountCents: wantedAmount(random, person),
    processor: random.pick(operators),
    creditFile: createCreditFile(createRandom(`${person.contactId}/credit-file`), person, world.baseInstant),
    reports: [],
    credit: null,
    plan: null,
    spellsNumber: false,
    resultId: crmId(random),
    planId: crmId(random),
  };
}

function newReport(random: Random, at: number): DemoReport {
  const variant = random.pick(reportVariants);
  return {
    requestId: crmId(random),
    pulledAt: at,
    format: formatOf(variant),
    variant,
    hasSummary: random.chance(0.5),
  };
}
