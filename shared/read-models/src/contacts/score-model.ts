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
type Names = readonly (readonly [written: RegExp, name: string])[];
const NAMES: Names = [
  [/^(?:equifax)?beacon5\.0$|^equifaxficoclassicv5facta$/, 'FICO Score 5'],
  [/^experianfairisaac(?:ver2|riskmodelv2(?:sm)?)?$/, 'FICO Score 2'],
  [/^ficoriskscoreclassic04$|^transunionfico(?:riskscore)?classic04$/, 'FICO Score 4'],
  [/^ficoriskscoreclassic98$/, 'FICO Risk Score Classic 98'],
  // With the colon: the bureau's own number.
  [/^equifax(?:bankruptcynavigatorindex|:)0278[1-4]$/, 'Equifax Bankruptcy Navigator Index 3.0'],
];

const BUREAU = /^(equifax|experian|transunion)/;
/** A version of FICO or VantageScore has the same name at every bureau. */
const NAMES_ANYWHERE: Names = [
  // The edition of 2008.
  [/^fico(?:(?:score|classic|riskmodel|riskscoreclassic)0?|0)8$/, 'FICO Score 8'],
  [/^fico(?:score)?(2|3|4|5|8|9|10)$/, 'FICO Score $1'],
  [/^fico(?:score)?10t$/, 'FICO Score 10T'],
  [/^ficoauto(?:score)?(2|4|5|8|9|10)$/, 'FICO Auto Score $1'],
  [/^ficobankcard(?:score)?(2|4|5|8|9|10)$/, 'FICO Bankcard Score $1'],
  [/^vantage(?:score)?v?([1-4])(?:\.0)?$/, 'VantageScore $1.0'],
];

/** @param bureau by its name in `ReportScore`: codes are the bureau's own. */
export function scoreModelName({ bureau, model }: Pick<ReportScore, 'bureau' | 'model'>): string | null {
  if (model === null) return null;
  const words = plain(model);
  return (
    named(NAMES, `${bureau}:${model}`) ??
    named(NAMES, words) ??
    named(NAMES_ANYWHERE, words.replace(BUREAU, '')) ??
    model
  );
}

function named(names: Names, written: string): string | undefined {
  const [form, name = ''] = names.find(([each]) => each.test(written)) ?? [];
  return form && written.replace(form, name);
}

/** Letters, digits and the points of versions: how a name is written apart from that is of no matter. */
function plain(model: string): string {
  return model.toLowerCase().replaceAll(/[^a-z0-9.]|\.(?!\d)/g, '');
}
