import { reportFigures } from '@fundlens/credit-reports/figures/credit-figures';
import { demoWorld } from '@fundlens/local/demo/demo-events';
import { reportText, subjectOf } from '@fundlens/local/demo/reports/report-text';
import { type ReportVariant, reportVariants } from '@fundlens/local/demo/world/report';
import { expect, it } from 'vitest';

const world = demoWorld({ seed: 'figures', baseInstant: Date.UTC(2026, 5, 1), scale: 'full' });
const pulls = world.locations.flatMap(({ contacts }) =>
  contacts.flatMap(({ person, application }) => application?.reports.map((report) => ({ person, report })) ?? []),
);

/** Nothing but scores stands in the page that an importer could not parse. */
const withoutAccounts: readonly ReportVariant[] = ['truelink-unparsed'];

it.each(reportVariants)('the accounts of every report in the form %s are added up, each once', (variant) => {
  const ofVariant = pulls.filter(({ report }) => report.variant === variant);
  expect(ofVariant.length).toBeGreaterThan(10);
  for (const { person, report } of ofVariant) {
    const subject = subjectOf(person, report);
    const text = Buffer.from(reportText(subject, variant));
    const { figures } = reportFigures(text, { format: report.format, pulledAt: report.pulledAt });
    const owed = subject.accounts.reduce((sum, { balance }) => sum + balance, 0);
    expect(figures.totalDebtCents).toBe(withoutAccounts.includes(variant) ? null : owed * 100);
  }
});
