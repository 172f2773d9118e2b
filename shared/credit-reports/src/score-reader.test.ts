import { reportBytes } from '@fundlens/testing/event-builders';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReport } from './credit-file-reader.ts';

const fileOf = (report: string | object, format: string) => {
  const file = readReport(reportBytes(report), { format, pulledAt: 0 });
  if (file === null) throw new TypeError('the report is JSON');
  return file;
};
const scores = (report: string | object, format: string) => fileOf(report, format).scores.map(({ score }) => score);
const one = (bureau: string | null, model: string | null, score: number) => [
  { bureau, model, score, reason: null, code: null },
];

test.each([
  [
    'the name of a model that MISMO does not list stands beside',
    { ModelNameTypeOtherDescription: 'EquifaxVantageScore3.0' },
    'EquifaxVantageScore3.0',
  ],
  ['a model that MISMO does not list has no name', {}, 'Other'],
])('MISMO 2: %s', (_, more, model) => {
  const node = { Value: '640', ModelNameType: 'Other', CreditRepositorySourceType: 'Equifax', ...more };
  expect(scores({ CREDIT_RESPONSE: { CREDIT_SCORE: [node] } }, 'mismo2')).toEqual(one('equifax', model, 640));
});

test.each([
  [
    'TrueLink',
    'truelink',
    '<CreditScore riskScore="731" scoreName="M"><Source><Bureau symbol="EQF"/></Source></CreditScore>',
  ],
  [
    "a component of TrueLink's",
    'truelink',
    '<Type>EQFVantageScoreV6</Type><CreditScoreType riskScore="731" scoreName="M"><Source><Bureau symbol="EQF"/></Source></CreditScoreType>',
  ],
  ['TrueLink with plain attributes', 'truelink', "<r:creditscore bureau='Equifax' scoreName='M' riskScore='+0731'/>"],
  [
    'MISMO 3',
    'mismo3',
    '<CREDIT_SCORE_DETAIL><CreditRepositorySourceType>Equifax</CreditRepositorySourceType><m:CreditScoreModelNameType>M</m:CreditScoreModelNameType><CreditScoreValue>731</CreditScoreValue></CREDIT_SCORE_DETAIL>',
  ],
])('scores in a report that is kept as the markup of %s', (_, format, markup) => {
  const text = `<?xml version="1.0"?>\n<REPORT><!-- ${'x'.repeat(500)} -->${markup}<Other riskScore="1"/></REPORT>`;
  expect(scores({ '#text': text }, format)).toEqual(one('equifax', 'M', 731));
});

test('markup that is cut off, unclosed or endless has the scores that can be read, in linear time', () => {
  expect(scores(['<REPORT><CreditScore riskScore="702"'], 'truelink')).toMatchObject([{ score: 702 }]);
  expect(scores(['<a><CreditScore riskScore="701"><CreditScore riskScore="702">'], 'truelink')).toMatchObject([
    { score: 701 },
    { score: 702 },
  ]);
  const endless = ['<CreditScore ', '<CreditScore "', '<CreditScore a="', '<a '].map((part) => part.repeat(300_000));
  expect(scores(endless, 'truelink')).toEqual([]);
});

test('texts that only begin like a report are passed over', () => {
  const remarks = [
    '[disputed by the consumer]',
    '"quoted" remark of a lender',
    '{curly} words, and more',
    '<none> of it',
  ];
  expect(scores({ remarks, models: [{ score: 700 }] }, 'equifax')).toEqual(one('equifax', null, 700));
});

test.each([
  ['of a bureau', { credit_score: { score: '655', bureau: 'TU' } }, 'transunion'],
  ['among figures', { score: 655, inquiries: 2, utilization: 31, risk_level: 'medium' }, null],
])('a summary with one score %s', (_, report, bureau) => {
  expect(scores(report, 'other')).toEqual(one(bureau, null, 655));
});

test.each(['715', '"715"', '"+715"', '" 0715 "', '"715.00"', '7.15e2'])('a score may be written as %s', (written) => {
  expect(scores(`{"models":[{"score":${written}}]}`, 'equifax')).toEqual(one('equifax', null, 715));
});

test.each([
  ['an exclusion code', '9002', 'excluded', '9002'],
  ['a reject code', '"0004"', 'excluded', '0004'],
  ['a number above every scale', '1200', 'excluded', '1200'],
  ['zero', '0', 'not_scored', '0'],
  ['a negative number', '-1', 'not_scored', '-1'],
  ['words', '" N/A "', 'not_scored', 'N/A'],
  ['nothing', '""', 'not_scored', null],
  ['hexadecimal text', '"0x2CB"', 'unreadable', '0x2CB'],
  ['a fraction', '715.5', 'unreadable', '715.5'],
  ['a number beyond all numbers', '1e400', 'not_scored', 'Infinity'],
  ['a range', '"700-720"', 'unreadable', '700-720'],
])('%s is no score, and says so', (_, written, reason, code) => {
  expect(scores(`{"models":[{"score":${written}}]}`, 'equifax')).toEqual([
    { bureau: 'equifax', model: null, score: null, reason, code },
  ]);
});

test.each([
  ['Equifax', 'equifax', { models: [{ modelNumber: '02778', rejects: [{ code: 'B0', description: 'x' }] }] }],
  ['TransUnion', 'transunion', { addOnProducts: [{ scoreModel: { score: { results: '', noScoreReason: 'B0' } } }] }],
  ['MISMO 2', 'mismo2', { CREDIT_SCORE: { '@_Value': '', '@_ExclusionReasonType': 'B0' } }],
  ['MISMO 3', 'mismo3', { CREDIT_SCORE_DETAIL: { CreditScoreExclusionReasonType: 'B0' } }],
  ['TrueLink', 'truelink', { CreditScore: { riskScore: '-1', NoScoreReason: { description: 'B0' } } }],
])('the reason that %s gives for a missing score is shown', (_, format, report) => {
  expect(scores(report, format)).toMatchObject([{ score: null, reason: 'excluded', code: 'B0' }]);
});

test('a reason beside a score does not take it away', () => {
  const report = { models: [{ score: 702, rejects: [{ code: 'Q' }] }] };
  expect(scores(report, 'equifax')).toEqual(one('equifax', null, 702));
});

test('what states no score is no score', () => {
  expect(scores({ models: [{ reasons: [] }, 'text', null, [], { score: null }, { score: {} }] }, 'equifax')).toEqual(
    [],
  );
});

test('several bureaus and models come in the order of the report, each once', () => {
  const node = (bureau: string, value: number) => ({ '@_Value': value, '@CreditRepositorySourceType': bureau });
  const CREDIT_SCORE = [node('Equifax', 700), node('Experian', 690), node('Equifax', 700), node('New Bureau', 680)];
  expect(scores({ CREDIT_RESPONSE: { CREDIT_SCORE } }, 'mismo2').map(({ bureau }) => bureau)).toEqual([
    'equifax',
    'experian',
    'New Bureau',
  ]);
});

test('more scores than a report can have are bounded', () => {
  const models = Array.from({ length: 1_000 }, (_, n) => ({ modelNumber: String(n), score: 700 }));
  expect(scores({ models }, 'equifax')).toHaveLength(24);
});

test('a report has scores wherever it has accounts: with hyphens in its names, and deep inside others', () => {
  const CREDIT_SCORE = { '-Value': '640', 'Model-Name-Type': 'FICO8', 'Credit-Repository-Source-Type': 'Equifax' };
  const hyphenated = { 'CREDIT-SCORE': [CREDIT_SCORE], trades: [{ customerName: 'BANK' }] };
  const deep = Array.from({ length: 40 }).reduce<object>((node) => ({ node }), hyphenated);
  for (const report of [hyphenated, deep]) {
    expect(scores(report, 'mismo2')).toEqual(one('equifax', 'FICO8', 640));
    expect(fileOf(report, 'mismo2').tradelines).toHaveLength(1);
  }
});

test('a report nested deeper than any real one is read without exhausting the stack', () => {
  const deep = `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`;
  expect(scores(deep, 'other')).toEqual([]);
});

/** Signs that end up in other places of a text than they seem to: digits, quotes, halves of characters. */
const sign = fc.constantFrom(...'a71.+-"\\é漢 \u0000\ud800\udc00'.split(''));

test('whatever JSON a report holds, its scores are well-formed text and plain scores', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: sign }), fc.constantFrom('equifax', 'mismo2', 'other'), (report, format) => {
      for (const { bureau, model, score, reason, code } of scores(
        `{"models":[{"score":700,"type":${report}},{"score":${report}}],"x":${report}}`,
        format,
      )) {
        for (const text of [bureau, model, code]) expect(text?.isWellFormed() ?? true).toBe(true);
        expect(score === null ? reason !== null : score >= 150 && score <= 999 && reason === null).toBe(true);
      }
    }),
    { ...propertySeed(), numRuns: 100 },
  );
});

const factors = (report: object, format: string) => fileOf(report, format).scores.map((score) => score.factors);

test.each<[string, object, unknown[]]>([
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
])('the factors of a score of %s', (format, report, expected) => {
  expect(factors(report, format)).toEqual([expected]);
});

test('a score without factors has none, and of many the first are shown', () => {
  expect(factors({ models: [{ score: 700 }] }, 'equifax')).toEqual([[]]);
  const reasons = Array.from({ length: 50 }, (_, code) => ({ code: String(code) }));
  expect(factors({ models: [{ score: 700, reasons }] }, 'equifax')[0]).toHaveLength(6);
});
