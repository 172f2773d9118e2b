import { expect, test } from 'vitest';
import { scoreModelName } from './score-model.ts';

const named = (model: string, bureau: string | null = null) => scoreModelName({ bureau, model });

test.each([
  // MISMO's enumeration.
  ['EquifaxBeacon5.0', 'FICO Score 5'],
  ['ExperianFairIsaac', 'FICO Score 2'],
  ['FICORiskScoreClassic04', 'FICO Score 4'],
  ['FICORiskScoreClassic98', 'FICO Risk Score Classic 98'],
  ['EquifaxBankruptcyNavigatorIndex02781', 'Equifax Bankruptcy Navigator Index 3.0'],
  ['VantageScore3.0', 'VantageScore 3.0'],
  ['EquifaxVantageScore3.0', 'VantageScore 3.0'],
  ['ExperianVantageScore3.0', 'VantageScore 3.0'],
  // In words, as merged reports write them.
  ['BEACON 5.0', 'FICO Score 5'],
  ['Equifax/FICO classic V5 FACTA', 'FICO Score 5'],
  ['Experian/Fair Isaac (Ver. 2)', 'FICO Score 2'],
  ['Experian®/Fair Isaac Risk Model V2SM', 'FICO Score 2'],
  ['Transunion/FICO Classic (04)', 'FICO Score 4'],
  ['TransUnion FICO® Risk Score, Classic 04', 'FICO Score 4'],
  ['FICO Risk Model 08', 'FICO Score 8'],
  ['FICO CLASSIC 08', 'FICO Score 8'],
  ['FICO 08', 'FICO Score 8'],
  ['FICO8', 'FICO Score 8'],
  ['FICO® Score 8', 'FICO Score 8'],
  ['fico score 9', 'FICO Score 9'],
  ['FICO Score 10 T', 'FICO Score 10T'],
  ['FICO Score 10', 'FICO Score 10'],
  ['FICO Auto Score 8', 'FICO Auto Score 8'],
  ['FICO® Bankcard Score 5', 'FICO Bankcard Score 5'],
  ['VantageScore3', 'VantageScore 3.0'],
  ['VANTAGE3', 'VantageScore 3.0'],
  ['VantageScore V4', 'VantageScore 4.0'],
])('%s is %s', (stated, name) => {
  expect(named(stated)).toBe(name);
  expect(named(name)).toBe(name);
});

test.each([
  '00Q88',
  '00P02',
  '05453',
  'F',
  'V4',
  'Other',
  'FICO',
  'FICO 04',
  'FICO 98',
  // Another version at each bureau.
  'FICO Classic 04',
  'Fair Isaac',
  'FICO Score 80',
  'FICO 1.0',
  'VantageScore',
  'VantageScore 5.0',
  'VantageScore 30',
  'EquifaxBeacon',
  'EquifaxBeacon5.0Auto',
  'toString',
  '__proto__',
  '小龙',
])('%s, which no source names, stays as it is', (stated) => {
  for (const bureau of ['equifax', 'experian', 'transunion', null]) expect(named(stated, bureau)).toBe(stated);
});

test.each(['02781', '02782', '02783', '02784'])('%s is a code of Equifax alone', (code) => {
  expect(named(code, 'equifax')).toBe('Equifax Bankruptcy Navigator Index 3.0');
  expect(named(code, 'transunion')).toBe(code);
  expect(named(code)).toBe(code);
});

test('no model stays none', () => {
  expect(scoreModelName({ bureau: 'equifax', model: null })).toBeNull();
});
