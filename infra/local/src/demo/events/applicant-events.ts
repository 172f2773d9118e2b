import type { AnyEvent } from '@fundlens/contracts/event-types';
import { ssnWritings } from '../never-issued-ssn.ts';
import { summaryOf } from '../reports/report-subject.ts';
import { reportText, subjectOf } from '../reports/report-text.ts';
import type { DemoApplication } from '../world/application.ts';
import type { DemoPerson } from '../world/person.ts';
import type { DemoReport } from '../world/report.ts';
import type { EventFactory } from './event-factory.ts';

const encoder = new TextEncoder();

/** What the file waits for, by stage; null: it waits for nothing. */
const waitingOn: Readonly<Record<string, (person: DemoPerson) => string>> = {
  completeness_review: () => 'Client: signed authorization',
  documents_needed: () => 'Client: three months of bank statements',
  blocked: (person) => `Client: social security card, number on file is ${ssnWritings.dashes(person.ssn)}`,
  funder_follow_up: () => 'Lender: underwriting call',
  client_decision: () => 'Client: choice of offer',
};

const reasons: Readonly<Record<string, (person: DemoPerson) => string>> = {
  declined: () => 'Too many inquiries in the last six months',
  withdrawn: () => 'Client found funding elsewhere',
  nurture: () => 'Utilization above 80 percent; pay down first',
  escalated: (person) => `Lender reports another file under SSN ${ssnWritings.spaces(person.ssn)}`,
};

export function applicantChanged(
  make: EventFactory,
  { person, application, at }: { person: DemoPerson; application: DemoApplication; at: number },
): AnyEvent {
  const { stage, decidedAt } = application;
  return make(
    'ApplicantChanged',
    { at, locationId: person.locationId },
    {
      contactId: person.contactId,
      stage: stage.stage,
      outcome: stage.outcome,
      reason: reasons[stage.stage]?.(person) ?? null,
      requestedAmountCents: application.requestedAmountCents,
      submittedAt: application.submittedAt,
      stageChangedAt: application.stageChangedAt,
      decidedAt,
      processor: application.processor,
      waitingOn: waitingOn[stage.stage]?.(person) ?? null,
    },
  );
}

export function creditReportStored(make: EventFactory, person: DemoPerson, report: DemoReport): AnyEvent {
  const subject = subjectOf(person, report);
  return make(
    'CreditReportStored',
    { at: report.pulledAt, locationId: person.locationId },
    {
      requestId: report.requestId,
      contactId: person.contactId,
      bureaus: subject.scores.map(({ bureau }) => bureau.toLowerCase()),
      format: report.format,
      pulledAt: report.pulledAt,
      report: encoder.encode(reportText(subject, report.variant)),
      summary: report.hasSummary ? summaryOf(subject) : null,
    },
  );
}
