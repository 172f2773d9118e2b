import type { AnyEvent } from '@fundlens/contracts/event-types';
import { HOUR } from './dates.ts';
import { applicantChanged, creditReportStored } from './events/applicant-events.ts';
import { contactChanged, editedPerson } from './events/crm-events.ts';
import { createEventFactory } from './events/event-factory.ts';
import { crmId } from './ids.ts';
import type { Random } from './random.ts';
import type { DemoApplication } from './world/application.ts';
import { operators } from './world/names.ts';
import type { DemoPerson } from './world/person.ts';
import { type DemoReport, formatOf, reportVariants } from './world/report.ts';
import { type DemoStage, reached, stageNamed } from './world/stages.ts';
import type { DemoContact, DemoWorld } from './world/world.ts';

export type LiveChanges = {
  /** What happens next, with `now` (epoch milliseconds) as its instant: one event, or two that belong together. */
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

  function pull(contact: LiveContact, application: DemoApplication, at: number): AnyEvent[] {
    const report = newReport(random, at);
    contact.application = { ...application, reports: [...application.reports, report] };
    return [creditReportStored(make, contact.person, report)];
  }

  function move(contact: LiveContact, at: number): AnyEvent[] {
    const application =
      contact.application === null
        ? newApplication(random, contact.person, at)
        : moved(random, contact.application, at);
    if (application === null) return edit(contact, at);
    contact.application = application;
    const pulled =
      application.stage.reached >= reached.reported && application.reports.length === 0
        ? pull(contact, application, at)
        : [];
    return [...pulled, applicantChanged(make, { person: contact.person, application, at })];
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

/** One step further; null at the end of the road. */
function moved(random: Random, application: DemoApplication, at: number): DemoApplication | null {
  const { next } = application.stage;
  const name = next[random.int(0, next.length - 1)];
  if (name === undefined) return null;
  const stage = stageNamed(name);
  return { ...application, stage, stageChangedAt: at, decidedAt: isDecided(stage) ? at : null };
}

function isDecided({ outcome }: DemoStage): boolean {
  return outcome !== 'open' && outcome !== 'parked';
}

function newApplication(random: Random, person: DemoPerson, at: number): DemoApplication {
  return {
    stage: stageNamed('received'),
    submittedAt: person.createdAt + HOUR,
    stageChangedAt: at,
    decidedAt: null,
    requestedAmountCents: random.int(10, 500) * 1_000 * 100,
    processor: random.pick(operators),
    reports: [],
    underwrittenAt: null,
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
    baseScore: random.int(520, 820),
    hasSummary: random.chance(0.5),
  };
}
