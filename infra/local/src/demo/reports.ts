import { readReport as readCreditFile } from '@fundlens/credit-reports/credit-file-reader';
import { reportFigures } from '@fundlens/credit-reports/figures/credit-figures';
import { creditHabits } from '@fundlens/testing/credit-files';
import {
  type CreditFile,
  type CreditReportShape,
  creditReportText,
  formatOf,
} from '@fundlens/redaction/testing/credit-report-fixtures';
import type { DemoPerson } from './people.ts';
import { createRandom, type Random } from './random.ts';

/** A pull as the funding platform knows it; its text is written from the person and this alone. */
export type DemoReport = {
  readonly requestId: string;
  readonly pulledAt: number;
  /** The file as bureaus knew it then; it only grows older. Epoch milliseconds. */
  readonly fileAt: number;
  readonly shape: CreditReportShape;
  /** Without a summary the projector has to read everything out of the report. */
  readonly hasSummary: boolean;
};

export function newReport(random: Random, facts: Pick<DemoReport, 'shape' | 'pulledAt' | 'fileAt'>): DemoReport {
  return { ...facts, requestId: random.crmId(), hasSummary: random.chance(0.6) };
}

export type ReadReport = ReturnType<typeof readReport>;

/** What the report says, read as Fundlens reads it: so a summary cannot differ from its report. */
export function readReport(person: DemoPerson, report: DemoReport) {
  const text = new TextEncoder().encode(reportText(person, report));
  const file = readCreditFile(text, { format: formatOf(report.shape), pulledAt: report.pulledAt });
  if (file === null) throw new TypeError('the report of the demo is not JSON');
  const { figures } = reportFigures(file, report.pulledAt);
  const scores = file.scores.map(({ score: { bureau, model, score } }) => ({ bureau, model, score }));
  const sorted = scores.flatMap(({ score }) => score ?? []).toSorted((a, b) => a - b);
  /** The score that lenders go by: of three the one in the middle. */
  const middleScore = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return { text, scores, figures, middleScore };
}

/** The report as it is stored: JSON text. The credit file of a person is the same in all reports. */
function reportText(person: DemoPerson, { requestId, pulledAt, fileAt, shape }: DemoReport): string {
  const { firstName, lastName, ssn, habit, companyName } = person;
  const random = createRandom(`${person.contactId}/credit`);
  const scoreOf = () => creditHabits[habit].score + random.int(-18, 18);
  return creditReportText(shape, {
    firstName,
    lastName,
    ssn,
    ...(random.chance(0.12) && { variationSsn: mistyped(ssn) }),
    requestId,
    pulledAt,
    fileAt,
    scores: { Equifax: scoreOf(), Experian: scoreOf(), TransUnion: scoreOf() },
    file: ownFile(creditHabits[habit].file, random),
    person: { ...person, employer: companyName },
  });
}

/** The file of a habit, in amounts of the person's own. */
function ownFile({ accounts, ...others }: CreditFile, random: Random): CreditFile {
  const size = random.int(6, 18) / 10;
  const sized = (dollars: number) => Math.round(dollars * size);
  return {
    ...others,
    accounts: accounts.map((account) => ({
      ...account,
      account: `${account.account.slice(0, -4)}${random.int(1_000, 9_999)}`,
      amount: sized(account.amount),
      balance: sized(account.balance),
      payment: sized(account.payment),
    })),
  };
}

/** With its last two digits exchanged, or raised where they are equal: never issued either. */
function mistyped(ssn: string): string {
  const [a = '0', b = '0'] = ssn.slice(7);
  return ssn.slice(0, 7) + (a === b ? a + String((Number(b) + 1) % 10) : b + a);
}
