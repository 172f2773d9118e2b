import type { EventOf } from '@fundlens/contracts/event-types';
import { NO_FIGURES, type ReportReading, reportFigures } from '@fundlens/credit-reports/figures/credit-figures';
import {
  type ReportFigures,
  SUMMARY_FIGURES,
  type SummaryFigures,
} from '@fundlens/read-models/contacts/report-figures';

type Stored = EventOf<'CreditReportStored'>;

/** The figures of a stored report: those that the funding platform's summary states, and what is derived from the report. */
export function figuresOf(event: Stored): SummaryFigures & { readonly figures: ReportFigures } {
  const { summary } = event;
  const { figures: derived, bureaus } = readingOf(event);
  const stated = SUMMARY_FIGURES.filter((name) => (summary?.[name] ?? null) !== null);
  const { utilizationPct, openTradelines, inquiries6m, derogatories24m, oldestAccountMonths, totalDebtCents, ...rest } =
    derived;
  return {
    utilizationPct: summary?.utilizationPct ?? utilizationPct,
    openTradelines: summary?.openTradelines ?? openTradelines,
    inquiries6m: summary?.inquiries6m ?? inquiries6m,
    derogatories24m: summary?.derogatories24m ?? derogatories24m,
    oldestAccountMonths: summary?.oldestAccountMonths ?? oldestAccountMonths,
    totalDebtCents: summary?.totalDebtCents ?? totalDebtCents,
    figures: { stated, ...rest, bureaus },
  };
}

/** Without a report, or the day of its pull, nothing can be derived. */
function readingOf({ report, format, pulledAt }: Stored): ReportReading {
  if (report === null || pulledAt === null) return NO_FIGURES;
  return reportFigures(report, { format: format ?? 'other', pulledAt });
}
