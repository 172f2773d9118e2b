import { reportScores } from '@fundlens/credit-reports/report-scores';
import { demoWorld } from '@fundlens/local/demo/demo-events';
import { reportText } from '@fundlens/local/demo/reports/report-text';
import { reportVariants } from '@fundlens/local/demo/world/report';
import { subjectOf } from '@fundlens/local/demo/world/report-subject';
import { expect, it } from 'vitest';

const world = demoWorld({ seed: 'scores', baseInstant: Date.UTC(2026, 5, 1), scale: 'full' });
const pulls = world.locations.flatMap(({ contacts }) =>
  contacts.flatMap(
    ({ person, application }) =>
      application?.reports.map((report) => ({ person, file: application.creditFile, report })) ?? [],
  ),
);

it.each(reportVariants)('the scores of every report in the form %s are read', (variant) => {
  const ofVariant = pulls.filter(({ report }) => report.variant === variant);
  expect(ofVariant.length).toBeGreaterThan(10);
  for (const { person, file, report } of ofVariant) {
    const subject = subjectOf(person, file, report);
    const read = reportScores(Buffer.from(reportText(subject, variant)), report.format);
    // A soft-pull feed does not say whose score it is.
    const named = report.format !== 'other';
    const stated = subject.scores.map(({ bureau, score }) => [named ? bureau.toLowerCase() : null, score]);
    expect(read.map(({ bureau, score }) => [bureau, score])).toEqual(stated);
  }
});
