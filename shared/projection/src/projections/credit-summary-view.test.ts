import {
  applicantChanged,
  contactChanged,
  creditReportStored,
  reportBytes,
  USUAL_INSTANT,
} from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { contacts } from './projections.ts';
import { given } from '../testing/given.ts';

const after = (...events: readonly Typed[]) => given(contacts, ...events)['loc-1:contact-1']?.views.creditSummary;
const scoresOf = (bureau: string, ...scores: number[]) => ({
  scores: scores.map((score, index) => ({ bureau, model: `model ${index}`, score })),
  utilizationPct: null,
  openTradelines: null,
  inquiries6m: null,
  derogatories24m: null,
  oldestAccountMonths: null,
  totalDebtCents: null,
});

test('a score keeps the model that its bureau states beside the name that it is known by', () => {
  const report = reportBytes({
    CREDIT_SCORE: [{ Value: '715', ModelNameType: 'EquifaxBeacon5.0', CreditRepositorySourceType: 'Equifax' }],
  });
  const event = creditReportStored({ format: 'mismo2', report });
  const { views } = given(contacts, contactChanged(), applicantChanged(), event)['loc-1:contact-1'] ?? {};
  const scores = [{ model: 'FICO Score 5', statedModel: 'EquifaxBeacon5.0', score: 715 }];
  expect(views?.creditSummary).toMatchObject({ scores, reports: [{ scores }] });
  expect(views?.application).toMatchObject({ creditReport: { scores: [{ model: 'FICO Score 5', score: 715 }] } });
});

const report = reportBytes({
  trades: [
    { customerName: 'SAMPLE BANK', portfolioTypeCode: { code: 'R' }, balance: 250, creditLimit: 1_000 },
    { customerName: 'CEDAR AUTO', portfolioTypeCode: { code: 'I' }, balance: 4_000, dateOpened: '03012021' },
  ],
  inquiries: [{ customerName: 'LENDER ONE', inquiryDate: '01152026' }],
});
const pulledAt = Date.UTC(2026, 2, 1);

test('without a summary the figures are derived from the report', () => {
  expect(after(creditReportStored({ report, pulledAt }))).toMatchObject({
    reports: [
      {
        utilizationPct: 25,
        openTradelines: 2,
        inquiries6m: 1,
        derogatories24m: null,
        oldestAccountMonths: 60,
        totalDebtCents: 425_000,
        figures: { stated: [], revolvingBalanceCents: 25_000, openRevolving: 1, inquiries3m: 1, latePayments12m: null },
      },
    ],
  });
});

test('of a summary that states a part the rest is derived, and it is said which part', () => {
  const summary = { ...scoresOf('equifax', 700), utilizationPct: 12.5, inquiries6m: 0 };
  expect(after(creditReportStored({ report, pulledAt, summary }))).toMatchObject({
    reports: [
      {
        utilizationPct: 12.5,
        openTradelines: 2,
        inquiries6m: 0,
        totalDebtCents: 425_000,
        figures: { stated: ['utilizationPct', 'inquiries6m'], revolvingBalanceCents: 25_000 },
      },
    ],
  });
});

test('a code in a summary is no score', () => {
  expect(after(creditReportStored({ summary: scoresOf('experian', 9002) }))).toMatchObject({
    scores: [{ bureau: 'experian', score: null, reason: 'excluded', code: '9002' }],
  });
});

test('a bureau has one name, whatever a summary calls it', () => {
  const reports = ['EFX', 'Equifax', 'eqf'].map((bureau, n) =>
    creditReportStored({
      requestId: `request-${n}`,
      pulledAt: USUAL_INSTANT - n,
      summary: scoresOf(bureau, 700 - n),
    }),
  );
  expect(after(...reports)).toMatchObject({ scores: [{ bureau: 'equifax', score: 700 }] });
});

test('each bureau shows the scores of the newest report that has any of it, with where they are from', () => {
  const newest = creditReportStored({
    requestId: 'newest',
    pulledAt: USUAL_INSTANT,
    summary: scoresOf('experian', 690, 9003),
  });
  const older = creditReportStored({
    requestId: 'older',
    pulledAt: USUAL_INSTANT - 1,
    summary: {
      ...scoresOf('experian', 600),
      scores: [...scoresOf('experian', 600).scores, ...scoresOf('equifax', 650).scores],
    },
  });
  expect(after(older, newest)).toMatchObject({
    requestId: 'newest',
    scores: [
      { bureau: 'experian', score: 690, requestId: 'newest' },
      { bureau: 'experian', score: null, requestId: 'newest', code: '9003' },
      { bureau: 'equifax', score: 650, requestId: 'older', pulledAt: '2026-03-01T11:59:59.999Z' },
    ],
    reports: [{ requestId: 'newest' }, { requestId: 'older', scores: [{ score: 600 }, { score: 650 }] }],
  });
});
