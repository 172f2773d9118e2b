import type { AnyEvent } from '@fundlens/contracts/event-types';
import { ssnWritings } from '../never-issued-ssn.ts';
import { reportText } from '../reports/report-text.ts';
import type { DemoApplication } from '../world/application.ts';
import type { CreditFile } from '../world/credit-file.ts';
import type { DemoPerson } from '../world/person.ts';
import type { DemoReport } from '../world/report.ts';
import { subjectOf, summaryOf } from '../world/report-subject.ts';
import { isDecided } from '../world/stages.ts';
import type { EventFactory } from './event-factory.ts';

const encoder = new TextEncoder();

type File = { readonly person: DemoPerson; readonly application: DemoApplication };

/** What the file waits for, by stage; null: it waits for nothing. */
const waitingOn: Readonly<Record<string, (file: File) => string | null>> = {
  received: () => 'Client: signed authorization',
  completeness_review: () => 'Client: signed authorization',
  documents_needed: () => 'Client: three months of bank statements',
  approval_requested: () => 'Client: approval of the submission',
  submitted: () => 'Lender: decision',
  funder_follow_up: stipulationWaitedFor,
  offers_received: stipulationWaitedFor,
  client_decision: () => 'Client: choice of offer',
  approved: (file) => stipulationWaitedFor(file) ?? 'Client: signed agreements',
  nurture: () => 'Client: improved credit',
  escalated: () => 'Processor: senior review',
  blocked: ({ person, application }) =>
    application.spellsNumber
      ? `Client: social security card, number on file is ${ssnWritings.dashes(person.ssn)}`
      : 'Client: copy of the social security card',
};

function stipulationWaitedFor({ application }: File): string | null {
  const asking = application.plan?.offers.find(
    ({ decidedAt, stipulations }) => decidedAt === null && stipulations.length > 0,
  );
  if (asking === undefined) return null;
  const [first = ''] = asking.stipulations;
  return `Client: ${first.charAt(0).toLowerCase()}${first.slice(1)} for ${asking.lender.name}`;
}

const reasons: Readonly<Record<string, (file: File) => string | null>> = {
  declined: ({ application }) => application.credit?.underwriting.reason ?? null,
  nurture: ({ application }) => application.credit?.underwriting.reason ?? null,
  withdrawn: () => 'Client found funding elsewhere',
  escalated: ({ person, application }) =>
    application.spellsNumber
      ? `Requested amount above the funding range; another file under SSN ${ssnWritings.spaces(person.ssn)}`
      : 'Requested amount above the funding range',
};

export function applicantChanged(make: EventFactory, file: File): AnyEvent {
  const { person, application } = file;
  const { stage, dates } = application;
  return make(
    'ApplicantChanged',
    { at: dates.stageChangedAt, locationId: person.locationId },
    {
      contactId: person.contactId,
      stage: stage.stage,
      outcome: stage.outcome,
      reason: reasons[stage.stage]?.(file) ?? null,
      requestedAmountCents: application.requestedAmountCents,
      submittedAt: application.isDated ? dates.submittedAt : null,
      stageChangedAt: dates.stageChangedAt,
      decidedAt: isDecided(stage) ? dates.stageChangedAt : null,
      processor: application.processor,
      waitingOn: waitingOn[stage.stage]?.(file) ?? null,
    },
  );
}

export function creditReportStored(
  make: EventFactory,
  { person, file, report }: { person: DemoPerson; file: CreditFile; report: DemoReport },
): AnyEvent {
  const subject = subjectOf(person, file, report);
  return make(
    'CreditReportStored',
    { at: report.pulledAt, locationId: person.locationId },
    {
      requestId: report.requestId,
      contactId: person.contactId,
      bureaus: subject.bureaus.map((bureau) => bureau.toLowerCase()),
      format: report.format,
      pulledAt: report.pulledAt,
      report: encoder.encode(reportText(subject, report.variant)),
      summary: report.hasSummary ? summaryOf(subject) : null,
    },
  );
}
