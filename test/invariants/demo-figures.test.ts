import { reportFigures } from '@fundlens/credit-reports/figures/credit-figures';
import { demoWorld } from '@fundlens/local/demo/demo-events';
import { reportText } from '@fundlens/local/demo/reports/report-text';
import { reportVariants } from '@fundlens/local/demo/world/report';
import { subjectOf } from '@fundlens/local/demo/world/report-subject';
import { expect, it } from 'vitest';

const world = demoWorld({ seed: 'figures', baseInstant: Date.UTC(2026, 5, 1), scale: 'full' });
const pulls = world.locations.flatMap(({ contacts }) =>
  contacts.flatMap(
    ({ person, application }) =>
      application?.reports.map((report) => ({ person, file: application.creditFile, report })) ?? [],
  ),
);

it.each(reportVariants)('the accounts of every report in the form %s are added up, each once', (variant) => {
  const ofVariant = pulls.filter(({ report }) => report.variant === variant);
  expect(ofVariant.length).toBeGreaterThan(10);
  for (const { person, file, report } of ofVariant) {
    const subject = subjectOf(person, file, report);
    const text = Buffer.from(reportText(subject, variant));
    const { figures } = reportFigures(text, { format: report.format, pulledAt: report.pulledAt });
    const owed = subject.accounts.reduce((sum, { balance }) => sum + balance, 0);
    expect(figures.totalDebtCents).toBe(subject.isCutShort ? null : owed * 100);
  }
});
