import { expect, test } from 'vitest';
import { explainedScores } from './score-factors.ts';

const factors = (report: unknown, format: string) =>
  explainedScores(Buffer.from(JSON.stringify(report)), format).map((score) => score.factors);

test.each<[string, unknown, unknown[]]>([
  [
    'equifax',
    { models: [{ type: 'FICO', modelNumber: '05453', score: 700, reasons: [{ code: '00010' }, { code: '00999' }] }] },
    [
      { code: '00010', text: 'Balances are too high for the limits of revolving accounts' },
      { code: '00999', text: null },
    ],
  ],
  [
    'experian',
    { riskModel: [{ modelIndicator: 'V4', score: '0700', scoreFactors: [{ importance: '1', code: '10' }] }] },
    // The code of another model is no FICO code.
    [{ code: '10', text: null }],
  ],
  [
    'transunion',
    {
      addOnProducts: [
        {
          code: '00Q88',
          scoreModel: { name: 'FICO Score 8', score: { results: '+700', factors: [{ code: '019', rank: 1 }] } },
        },
      ],
    },
    [{ code: '019', text: 'Latest inquiry is too recent' }],
  ],
  [
    'mismo2',
    { CREDIT_SCORE: { '@_Value': '700', _FACTOR: [{ '@_Code': '14', '@_Text': 'NEW ACCOUNTS' }] } },
    [{ code: '14', text: 'NEW ACCOUNTS' }],
  ],
  [
    'mismo3',
    {
      CREDIT_SCORE: {
        CREDIT_SCORE_DETAIL: { CreditScoreValue: '700' },
        CREDIT_SCORE_FACTORS: {
          CREDIT_SCORE_FACTOR: { CreditScoreFactorCode: '8', CreditScoreFactorText: 'INQUIRIES' },
        },
      },
    },
    [{ code: '8', text: 'INQUIRIES' }],
  ],
  [
    'truelink',
    {
      CreditScore: {
        riskScore: '700',
        CreditScoreFactor: [{ bureauCode: '05', Factor: { description: 'Too many accounts', symbol: '5' } }],
      },
    },
    [{ code: '05', text: 'Too many accounts' }],
  ],
  [
    'mismo2',
    {
      '#text': '<CREDIT_SCORE _Value="700"><_FACTOR _Code="1" _Text="A"/><_FACTOR _Code="2" _Text="B"/></CREDIT_SCORE>',
    },
    [
      { code: '1', text: 'A' },
      { code: '2', text: 'B' },
    ],
  ],
])('the factors of a score of %s', (format, report, expected) => {
  expect(factors(report, format)).toEqual([expected]);
});

test('a score without factors has none, and of many the first are shown', () => {
  expect(factors({ models: [{ score: 700 }] }, 'equifax')).toEqual([[]]);
  const reasons = Array.from({ length: 50 }, (_, code) => ({ code: String(code) }));
  expect(factors({ models: [{ score: 700, reasons }] }, 'equifax')[0]).toHaveLength(6);
});
