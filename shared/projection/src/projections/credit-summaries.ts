import { creditSummaries as readModel } from '@fundlens/read-models/definitions';
import { type Child, contactDocument, contactLives, fitting, newest, ofContact } from './contact-children.ts';
import { isoInstant, type JsonObject } from '@fundlens/read-models/json-body';
import { type ProjectedEvent, type Projection, slotChange } from './projection.ts';
import type { ReportScore } from '@fundlens/credit-reports/report-scores';
import { scoresOf } from './stated-scores.ts';

type ReportSlot = {
  readonly pulledAt: number | null;
  readonly bureaus: readonly string[];
  readonly scores: readonly ReportScore[];
  readonly utilizationPct: number | null;
  readonly openTradelines: number | null;
  readonly inquiries6m: number | null;
  readonly derogatories24m: number | null;
  readonly oldestAccountMonths: number | null;
  readonly totalDebtCents: number | null;
};

const REPORT = 'report';

/** One document per contact: the figures of its stored reports, newest pull first, and the latest scores of each bureau. */
export const creditSummaries: Projection = {
  readModel,
  on: {
    ContactChanged: (event) => [contactLives(event)],
    CreditReportStored: (event) => [
      slotChange(event, { documentId: ofContact(event), slot: `${REPORT}:${event.requestId}` }, reportSlot),
    ],
  },
  render({ id, slots }) {
    const reports = newest<ReportSlot>(slots, REPORT, ({ pulledAt }) => pulledAt);
    return contactDocument({ id, slots }, { childLives: reports.length > 0, show: () => summaryShown(reports) });
  },
};

function reportSlot(event: ProjectedEvent<'CreditReportStored'>): ReportSlot {
  const { pulledAt, bureaus, summary } = event;
  const value: ReportSlot = {
    pulledAt,
    bureaus,
    scores: scoresOf(event),
    utilizationPct: summary?.utilizationPct ?? null,
    openTradelines: summary?.openTradelines ?? null,
    inquiries6m: summary?.inquiries6m ?? null,
    derogatories24m: summary?.derogatories24m ?? null,
    oldestAccountMonths: summary?.oldestAccountMonths ?? null,
    totalDebtCents: summary?.totalDebtCents ?? null,
  };
  return fitting(value, summaryShown([{ id: event.requestId, value }]), 'the summary of a report');
}

function summaryShown(reports: readonly Child<ReportSlot>[]): JsonObject {
  const [latest] = reports;
  return {
    requestId: latest?.id ?? null,
    pulledAt: isoInstant(latest?.value.pulledAt ?? null),
    scores: latestScores(reports),
    reports: reports.map(reportEntry),
  };
}

/**
 * Of each bureau the scores of the newest report that states any, scored or not, because a pull of one bureau does not
 * make what the others said wrong; with the report each comes from. Newest report first, in its order.
 */
function latestScores(reports: readonly Child<ReportSlot>[]): JsonObject[] {
  const seen = new Set<string | null>();
  return reports.flatMap(({ id, value }) => {
    const scores = value.scores.filter(({ bureau }) => !seen.has(bureau));
    for (const { bureau } of scores) seen.add(bureau);
    return scores.map((score) => ({ ...scoreEntry(score), requestId: id, pulledAt: isoInstant(value.pulledAt) }));
  });
}

function reportEntry({ id, value }: Child<ReportSlot>): JsonObject {
  return {
    requestId: id,
    pulledAt: isoInstant(value.pulledAt),
    bureaus: value.bureaus,
    scores: value.scores.map(scoreEntry),
    utilizationPct: value.utilizationPct,
    openTradelines: value.openTradelines,
    inquiries6m: value.inquiries6m,
    derogatories24m: value.derogatories24m,
    oldestAccountMonths: value.oldestAccountMonths,
    totalDebtCents: value.totalDebtCents,
  };
}

function scoreEntry({ bureau, model, score, reason, code }: ReportScore): JsonObject {
  return { bureau, model, score, reason, code };
}
