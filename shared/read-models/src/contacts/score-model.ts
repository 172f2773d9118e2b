import type { ReportScore } from './slots.ts';

/**
 * One vocabulary for scoring models, by the names that FICO and VantageScore give their versions: `FICO Score 8`,
 * `FICO Auto Score 8`, `VantageScore 4.0`. What no source below names is shown as it is stated: a wrong name is worse than a code.
 *
 * Sources:
 * - versions of FICO Scores by bureau: myFICO, "FICO Score versions"
 * - what mortgage reports call FICO Score 5, 2 and 4: myFICO Forums, "FICO scores used for mortgage"; the same three in Fannie
 *   Mae's Selling Guide B3-5.1-01
 * - FICO 08 is FICO Score 8: myFICO Forums, "The many flavors of FICO"
 * - names in MISMO reports, Equifax's 02781 to 02784: MISMO 3, `CreditScoreModelNameEnum`
 * - names without a number of FICO's: CFPB, HMDA Filing Instructions Guide, "Name and version of credit scoring model"
 *
 * No public source names the codes of TransUnion (`00Q88`, `00P02`) and Experian (`F`, `V4`), or other numbers of Equifax (`05453`).
 */
const NAMES: readonly (readonly [written: RegExp, name: string])[] = [
  [/^(?:equifax)?beacon5\.0$|^equifaxficoclassicv5facta$/, 'FICO Score 5'],
  [/^experianfairisaac(?:ver2|riskmodelv2(?:sm)?)?$/, 'FICO Score 2'],
  [/^ficoriskscoreclassic04$|^transunionfico(?:riskscore)?classic04$/, 'FICO Score 4'],
  [/^ficoriskscoreclassic98$/, 'FICO Risk Score Classic 98'],
  // With the colon: the bureau's own number.
  [/^equifax(?:bankruptcynavigatorindex|:)0278[1-4]$/, 'Equifax Bankruptcy Navigator Index 3.0'],
];

/** A version of FICO or VantageScore has the same name at every bureau. */
const BUREAU = /^(equifax|experian|transunion)/;
const FICO = /^fico(?:score)?(2|3|4|5|8|9|10|10t)$/;
/** The edition of 2008. */
const FICO_8 = /^fico(?:(?:score|classic|riskmodel|riskscoreclassic)0?|0)8$/;
const FICO_OF_INDUSTRY = /^fico(auto|bankcard)(?:score)?(2|4|5|8|9|10)$/;
const VANTAGE_SCORE = /^vantage(?:score)?v?([1-4])(?:\.0)?$/;

/** @param bureau by its name in `ReportScore`: codes are the bureau's own. */
export function scoreModelName({ bureau, model }: Pick<ReportScore, 'bureau' | 'model'>): string | null {
  return model === null ? null : (named(`${bureau}:${model}`) ?? nameInWords(plain(model)) ?? model);
}

function named(written: string): string | undefined {
  return NAMES.find(([form]) => form.test(written))?.[1];
}

/** Letters, digits and the points of versions: how a name is written apart from that is of no matter. */
function plain(model: string): string {
  return model.toLowerCase().replaceAll(/[^a-z0-9.]|\.(?!\d)/g, '');
}

function nameInWords(words: string): string | null {
  const known = named(words);
  if (known !== undefined) return known;
  const name = words.replace(BUREAU, '');
  if (FICO_8.test(name)) return 'FICO Score 8';
  const [, fico] = FICO.exec(name) ?? [];
  if (fico !== undefined) return `FICO Score ${fico.toUpperCase()}`;
  const [, industry, version] = FICO_OF_INDUSTRY.exec(name) ?? [];
  if (industry !== undefined) return `FICO ${industry === 'auto' ? 'Auto' : 'Bankcard'} Score ${version}`;
  const [, vantage] = VANTAGE_SCORE.exec(name) ?? [];
  return vantage === undefined ? null : `VantageScore ${vantage}.0`;
}
