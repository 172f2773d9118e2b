import { isoDate } from '../dates.ts';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { Bureau } from '../world/credit-file.ts';
import type { ReportAccount } from '../world/report-account.ts';
import type { ReportSubject } from '../world/report-subject.ts';
import { letteredHistory } from './history-signs.ts';

/** The bundle of a consumer credit service. A single Social is an object, several are a list. */
export function truelinkBundle(subject: ReportSubject): unknown {
  const { person, variationSsn } = subject;
  const socials = [person.ssn, ...(variationSsn === null ? [] : [variationSsn])].map((number) => ({
    SocialSecurityNumber: number,
    Source: { Bureau: { symbol: 'TUC' } },
  }));
  return {
    BundleComponents: {
      BundleComponent: [
        { Type: { $: 'TUCVantageScoreV6' } },
        {
          Type: { $: 'MergeCreditReports' },
          TrueLinkCreditReportType: {
            FraudIndicator: 'false',
            DeceasedIndicator: 'false',
            Borrower: {
              SocialPartition: { Social: socials.length === 1 ? socials[0] : socials },
              BorrowerName: {
                Name: { first: person.firstName, last: person.lastName },
                NameType: { description: 'Primary' },
              },
              Birth: { date: isoDate(person.birthDate) },
              BorrowerAddress: {
                CreditAddress: {
                  unparsedStreet: person.address1,
                  city: person.city,
                  stateCode: person.state,
                  postalCode: person.postalCode,
                },
              },
              CreditScore: subject.scores.map(({ bureau, score }) => ({
                riskScore: String(score),
                scoreName: 'VantageScore3',
                populationRank: '41',
                Source: { Bureau: { abbreviation: bureau, description: bureau } },
              })),
            },
            TradeLinePartition: [...partitionsOf(subject), ...collectionsOf(subject)],
            InquiryPartition: subject.inquiries.flatMap(({ creditor, at, bureaus }) =>
              bureaus.map((bureau) => ({
                Inquiry: { subscriberName: creditor, inquiryDate: isoDate(at), bureau },
              })),
            ),
            // As TrueLink's schema spells it.
            PulblicRecordPartition: publicRecordsOf(subject),
            Message: [
              {
                Code: {
                  description: subject.spellsNumber
                    ? `Consumer statement: SSN ${ssnWritings.spaces(person.ssn)} was reported lost`
                    : 'Consumer statement: none on file',
                },
              },
            ],
            Summary: {
              TradelineSummary: Object.fromEntries(
                subject.bureaus.map((bureau) => [bureau, totalsOf(subject, bureau)]),
              ),
            },
            Sources: { Source: subject.scores.map(({ bureau }) => ({ Bureau: { description: bureau } })) },
          },
        },
      ],
    },
  };
}

const ACCOUNT_TYPES = {
  revolving: 'Revolving account',
  installment: 'Installment account',
  mortgage: 'Mortgage',
} as const;

/** One partition for each account, in it a row for each bureau. */
function partitionsOf({ rows }: ReportSubject) {
  return [...Map.groupBy(rows, ({ index }) => index).values()].map((same) => {
    const tradelines = same.map(tradelineOf);
    const [first] = same;
    return {
      accountTypeDescription: ACCOUNT_TYPES[first?.kind ?? 'revolving'],
      Tradeline: tradelines.length === 1 ? tradelines[0] : tradelines,
    };
  });
}

function tradelineOf(row: ReportAccount) {
  const history = letteredHistory(row);
  return {
    bureau: row.bureau,
    creditorName: row.creditor,
    accountNumber: `${row.accountNumber.slice(0, 6)}****`,
    currentBalance: String(row.balance),
    dateOpened: isoDate(row.openedAt),
    dateReported: isoDate(row.reportedAt),
    ...(row.closedAt !== null && { dateClosed: isoDate(row.closedAt) }),
    highBalance: String(Math.max(row.limit, row.balance)),
    OpenClosed: { symbol: row.isOpen ? 'O' : 'C', description: row.isOpen ? 'Open' : 'Closed' },
    AccountDesignator: row.isAuthorizedUser
      ? { symbol: 'A', description: 'Authorized user' }
      : { symbol: 'I', description: 'Individual' },
    PayStatus: { description: row.isChargedOff ? 'Charge-off' : 'Current' },
    GrantedTrade: {
      CreditLimit: String(row.limit),
      monthlyPayment: String(row.payment),
      amountPastDue: String(row.pastDue),
      monthsReviewed: String(history.length),
      PayStatusHistory: { startDate: isoDate(row.reportedAt), status: history },
    },
  };
}

function collectionsOf({ collections }: ReportSubject) {
  return collections.map((collection) => ({
    accountTypeDescription: 'Collection',
    Tradeline: collection.bureaus.map((bureau) => ({
      bureau,
      creditorName: collection.agency,
      accountNumber: `${collection.accountNumber.slice(0, 6)}****`,
      currentBalance: String(collection.balance),
      dateOpened: isoDate(collection.assignedAt),
      OpenClosed: { symbol: 'O', description: 'Open' },
      CollectionTrade: { originalClient: collection.client },
    })),
  }));
}

function publicRecordsOf({ publicRecords }: ReportSubject) {
  return publicRecords.map((record) => ({
    PublicRecord: record.bureaus.map((bureau) => ({
      bureau,
      Type: { description: record.kind },
      courtName: record.court,
      referenceNumber: record.caseNumber,
      dateFiled: isoDate(record.filedAt),
      Status: { description: 'Discharged' },
    })),
  }));
}

function totalsOf({ rows }: ReportSubject, bureau: Bureau) {
  const own = rows.filter((row) => row.bureau === bureau);
  const count = (some: readonly unknown[]) => String(some.length).padStart(2, '0');
  return { TotalAccounts: count(own), OpenAccounts: count(own.filter(({ isOpen }) => isOpen)) };
}

/** What an importer kept that could not parse the page: the report as escaped markup, of some only its beginning. */
export function truelinkUnparsed(subject: ReportSubject): unknown {
  const { person } = subject;
  const scores = subject.scores
    .map(({ bureau, score }) => `<CreditScore bureau="${bureau}" riskScore="${score}"/>`)
    .join('');
  const number = subject.spellsNumber ? `<!-- printed for SSN ${ssnWritings.dashes(person.ssn)} -->` : '';
  return {
    type: 'unparsed',
    '#text':
      `<TrueLinkCreditReportType><Borrower><SocialPartition><Social><SocialSecurityNumber>${person.ssn}` +
      `</SocialSecurityNumber></Social></SocialPartition>${scores}</Borrower>` +
      `${subject.isCutShort ? '' : listsMarkup(subject)}` +
      `${number}</TrueLinkCreditReportType>`,
  };
}

function listsMarkup(subject: ReportSubject): string {
  return [
    ...[...partitionsOf(subject), ...collectionsOf(subject)].map(partitionMarkup),
    ...publicRecordsOf(subject).map(recordMarkup),
    ...subject.inquiries.flatMap(inquiryMarkup),
  ].join('');
}

function partitionMarkup({
  accountTypeDescription,
  Tradeline,
}: {
  readonly accountTypeDescription: string;
  readonly Tradeline: object | readonly object[] | undefined;
}): string {
  const rows = [Tradeline ?? []].flat();
  return (
    `<TradeLinePartition accountTypeDescription="${accountTypeDescription}">` +
    `${rows.map((row) => elementOf('Tradeline', row)).join('')}</TradeLinePartition>`
  );
}

function recordMarkup({ PublicRecord }: ReturnType<typeof publicRecordsOf>[number]): string {
  const rows = PublicRecord.map((row) => elementOf('PublicRecord', row)).join('');
  return `<PulblicRecordPartition>${rows}</PulblicRecordPartition>`;
}

function inquiryMarkup({ creditor, at, bureaus }: ReportSubject['inquiries'][number]): string[] {
  return bureaus.map((bureau) => {
    const inquiry = { subscriberName: creditor, inquiryDate: isoDate(at), bureau };
    return `<InquiryPartition>${elementOf('Inquiry', inquiry)}</InquiryPartition>`;
  });
}

/** Texts as attributes, objects as elements. No text of an account needs to be escaped. */
function elementOf(name: string, members: object): string {
  let [attributes, children] = ['', ''];
  for (const [member, value] of Object.entries(members)) {
    if (typeof value === 'object') children += elementOf(member, value);
    else attributes += ` ${member}="${value}"`;
  }
  return children === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${children}</${name}>`;
}
