import { readFileSync } from 'node:fs';

/**
 * One credit report in each shape in which bureaus, resellers and importers store them. All persons, creditors and numbers
 * are invented. The files in `credit-reports/` are templates: names, the request and dates are `{{…}}`; the two
 * Social Security numbers and the scores are sentinels, because some shapes write them as number tokens.
 */
const formats = {
  'equifax-flat': 'equifax',
  'equifax-native': 'equifax',
  'experian-profile': 'experian',
  'experian-request': 'experian',
  'transunion-json': 'transunion',
  'transunion-native': 'transunion',
  'mismo2-list-and-stack': 'mismo2',
  'mismo2-attributes': 'mismo2',
  'mismo3-parties': 'mismo3',
  'truelink-object': 'truelink',
  'truelink-unparsed': 'truelink',
  'isoftpull-feed': 'other',
} as const;

export type CreditReportShape = keyof typeof formats;
export const creditReportShapes = Object.keys(formats) as CreditReportShape[];
export const formatOf = (shape: CreditReportShape) => formats[shape];

export type ReportFacts = {
  readonly firstName: string;
  readonly lastName: string;
  /** Nine digits. */
  readonly ssn: string;
  /** A second number on file, as bureaus list it after a lender's typing error. Nine digits. */
  readonly variationSsn: string;
  readonly requestId: string;
  /** Epoch milliseconds; every date of the report is counted back from this day. */
  readonly pulledAt: number;
  readonly scores: { readonly equifax: number; readonly experian: number; readonly transunion: number };
};

const SENTINELS = { ssn: '900456781', variationSsn: '900456718', equifax: '607', experian: '618', transunion: '639' };
const DAY_MS = 86_400_000;

const templates = new Map<CreditReportShape, string>();

/** The template without the white space between its members, as bureaus send it. */
function templateOf(shape: CreditReportShape): string {
  const known = templates.get(shape);
  if (known !== undefined) return known;
  const file = readFileSync(new URL(`credit-reports/${shape}.json`, import.meta.url), 'utf8');
  const template = JSON.stringify(JSON.parse(file));
  templates.set(shape, template);
  return template;
}

const dateForms: Readonly<Record<string, (date: readonly [year: string, month: string, day: string]) => string>> = {
  iso: ([year, month, day]) => `${year}-${month}-${day}`,
  ym: ([year, month]) => `${year}-${month}`,
  mdy: ([year, month, day]) => `${month}${day}${year}`,
  // Some bureaus know the month only and write the day as 00.
  m00y: ([year, month]) => `${month}00${year}`,
  slash: ([year, month, day]) => `${month}/${day}/${year}`,
};

/** The report about this person, as JSON text. */
export function creditReportText(shape: CreditReportShape, facts: ReportFacts): string {
  const words: Readonly<Record<string, string>> = {
    first: facts.firstName,
    last: facts.lastName,
    FIRST: facts.firstName.toUpperCase(),
    LAST: facts.lastName.toUpperCase(),
    request: facts.requestId,
  };
  // Sentinels first: what a date or an id brings may look like one.
  const scored = (['equifax', 'experian', 'transunion'] as const).reduce(
    (text, bureau) => text.replaceAll(SENTINELS[bureau], String(facts.scores[bureau])),
    templateOf(shape),
  );
  const numbered = (['ssn', 'variationSsn'] as const).reduce(
    (text, name) => withNumber(text, SENTINELS[name], facts[name]),
    scored,
  );
  return numbered.replaceAll(/\{\{(\w+?)(?:-(\d+))?\}\}/g, (whole, name: string, daysAgo?: string) => {
    const form = dateForms[name];
    if (form === undefined) return words[name] ?? whole;
    const date = new Date(facts.pulledAt - Number(daysAgo) * DAY_MS).toISOString();
    return form([date.slice(0, 4), date.slice(5, 7), date.slice(8, 10)]);
  });
}

/** In all writings of the templates: plain, in groups, with the last four masked by zeros; a number token loses a leading zero. */
function withNumber(text: string, from: string, to: string): string {
  const grouped = (ssn: string, separator: string) => [ssn.slice(0, 3), ssn.slice(3, 5), ssn.slice(5)].join(separator);
  const tokens = text.replaceAll(`:${from}`, `:${Number(to)}`).replaceAll(from, to);
  const masked = tokens.replaceAll(`${from.slice(0, 5)}0000`, `${to.slice(0, 5)}0000`);
  return ['-', ' ', '.'].reduce(
    (written, separator) => written.replaceAll(grouped(from, separator), grouped(to, separator)),
    masked,
  );
}
