import { readReport } from '@fundlens/credit-reports/credit-file-reader';
import { reportFigures } from '@fundlens/credit-reports/figures/credit-figures';
import { creditHabits } from '@fundlens/testing/credit-files';
import {
  bureausOf,
  type CreditFile,
  creditReportShapes,
  creditReportText,
  formatOf,
} from '@fundlens/redaction/testing/credit-report-fixtures';
import { describe, expect, it } from 'vitest';

const PULLED_AT = Date.UTC(2026, 5, 1, 12);
const SCORES = { Equifax: 702, Experian: 695, TransUnion: 688 };
const DAYS_OF_SIX_MONTHS = 180;
const habits = Object.entries<{ readonly file: CreditFile }>(creditHabits);

describe.each(creditReportShapes)('a report in the shape %s', (shape) => {
  const fileAbout = (file: CreditFile) => {
    const text = Buffer.from(
      creditReportText(shape, {
        firstName: 'Ada',
        lastName: 'Okafor',
        ssn: '912345678',
        requestId: 'request-1',
        pulledAt: PULLED_AT,
        scores: SCORES,
        file,
      }),
    );
    const read = readReport(text, { format: formatOf(shape), pulledAt: PULLED_AT });
    if (read === null) throw new TypeError('the report is JSON');
    return read;
  };

  it.each(habits)('is read as the file of somebody %s says', (_, { file }) => {
    const { figures } = reportFigures(fileAbout(file), PULLED_AT);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const open = file.accounts.filter(({ closedDaysAgo }) => closedDaysAgo === undefined);
    const cards = open.filter(({ kind }) => kind === 'card');
    expect(figures).toMatchObject({
      totalDebtCents: sum(file.accounts.map(({ balance }) => balance)) * 100,
      openTradelines: open.length,
      revolvingLimitCents: sum(cards.map(({ amount }) => amount)) * 100,
      monthlyPaymentCents: sum(open.map(({ payment }) => payment)) * 100,
      inquiries6m: file.inquiries.filter(({ daysAgo }) => daysAgo < DAYS_OF_SIX_MONTHS).length,
      derogatories24m:
        file.accounts.filter(({ history = '' }) => /[3-6]/.test(history)).length +
        file.collections.length +
        file.records.length,
    });
  });

  it('has the score of each of its bureaus', () => {
    const { scores } = fileAbout(creditHabits.growing.file);
    // A soft-pull feed does not say whose score it is.
    const named = formatOf(shape) !== 'other';
    const stated = bureausOf(shape).map((bureau) => [named ? bureau.toLowerCase() : null, SCORES[bureau]]);
    expect(scores.map(({ score: { bureau, score } }) => [bureau, score])).toEqual(stated);
  });
});
