import type { AnyEvent } from '@fundlens/contracts/event-types';
import { creditReportShapes } from '@fundlens/redaction/testing/credit-report-fixtures';
import { type DemoApplication, movedApplication } from './applications.ts';
import { contactChanged, creditReportStored, eventMaker, stageEvents, underwritingEvents } from './events.ts';
import { editedPerson } from './people.ts';
import type { Random } from './random.ts';
import { newReport } from './reports.ts';
import { reached, stageNamed } from './stages.ts';
import type { DemoContact, DemoWorld } from './world.ts';

export type LiveChanges = {
  /** What happens next, with `now` (epoch milliseconds) as its instant: one event, or those that belong together. */
  next(now: number): AnyEvent[];
};

/** Reports are by far the largest events; at two changes a second this is about one in ten seconds. */
const REPORT_SHARE = 0.05;
const STAGE_MOVE_SHARE = 0.35;

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
  const make = eventMaker(random);
  const contacts: DemoContact[] = world.locations
    .flatMap((location) => location.contacts)
    .filter(({ person }) => person.deletedAt === null && !untouched.has(person.contactId));
  let latest = 0;

  function edit(index: number, { person, application }: DemoContact, at: number): AnyEvent[] {
    contacts[index] = { person: editedPerson(random, person), application };
    return [contactChanged(make, contacts[index].person, at)];
  }

  /** A look at a file that is under way; what was underwritten stays as it is. */
  function pull(index: number, contact: DemoContact, at: number): AnyEvent[] {
    const { person, application } = contact;
    const [first] = application?.reports ?? [];
    const isUnderWay = application?.stage.outcome === 'open' && application.stage.reached >= reached.underwritten;
    if (!isUnderWay || first === undefined) return edit(index, contact, at);
    const report = newReport(random, { ...first, shape: random.pick(creditReportShapes), pulledAt: at });
    contacts[index] = { person, application: { ...application, reports: [...application.reports, report] } };
    return [creditReportStored(make, person, report)];
  }

  function move(index: number, contact: DemoContact, at: number): AnyEvent[] {
    const { person, application: before } = contact;
    const fresh = { marks: [world.baseInstant], stageChangedAt: at, reports: [], credit: null };
    const after: DemoApplication | null =
      before === null
        ? { ...fresh, stage: stageNamed('received') }
        : movedApplication(random, { person, application: before, at });
    if (after === null) return edit(index, contact, at);
    const file = { person, application: after };
    contacts[index] = file;
    return [
      ...after.reports.slice(before?.reports.length ?? 0).map((report) => creditReportStored(make, person, report)),
      ...(after.marks[reached.underwritten] === at ? underwritingEvents(make, file) : []),
      ...stageEvents(make, file),
    ];
  }

  return {
    next(now) {
      // Never twice the same instant: it is the version.
      const at = Math.max(now, latest + 1);
      latest = at;
      const index = random.int(0, contacts.length - 1);
      const contact = contacts[index];
      if (contact === undefined) throw new TypeError('the demo has no contacts to change');
      const roll = random.next();
      const change = roll < STAGE_MOVE_SHARE ? move : roll < STAGE_MOVE_SHARE + REPORT_SHARE ? pull : edit;
      return change(index, contact, at);
    },
  };
}
