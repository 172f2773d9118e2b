import { isoDate } from '../dates.ts';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { ReportSubject } from './report-subject.ts';

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
            TradeLinePartition: subject.accounts.map((account) => ({
              accountTypeDescription: account.kind,
              Tradeline: {
                creditorName: account.creditor,
                accountNumber: `${account.accountNumber.slice(0, 6)}****`,
                currentBalance: String(account.balance),
                dateOpened: isoDate(account.openedAt),
                GrantedTrade: {
                  CreditLimit: String(account.limit),
                  monthsReviewed: String(account.paymentPattern.length),
                  PayStatusHistory: { status: account.paymentPattern.replaceAll('1', 'C') },
                },
                Remark: { customRemark: 'ACCOUNT IN DISPUTE' },
              },
            })),
            InquiryPartition: subject.inquiries.map(({ creditor, at }) => ({
              Inquiry: { subscriberName: creditor, inquiryDate: isoDate(at), bureau: 'TransUnion' },
            })),
            PublicPartition: [],
            Message: [
              { Code: { description: `Consumer statement: SSN ${ssnWritings.spaces(person.ssn)} was reported lost` } },
            ],
            Summary: {
              TradelineSummary: { Equifax: { TotalAccounts: String(subject.accounts.length).padStart(2, '0') } },
            },
            Sources: { Source: subject.scores.map(({ bureau }) => ({ Bureau: { description: bureau } })) },
          },
        },
      ],
    },
  };
}

/** What an importer kept that could not parse the page: the whole report as escaped markup. */
export function truelinkUnparsed(subject: ReportSubject): unknown {
  const { person } = subject;
  const scores = subject.scores
    .map(({ bureau, score }) => `<CreditScore bureau="${bureau}" riskScore="${score}"/>`)
    .join('');
  return {
    type: 'unparsed',
    '#text':
      `<TrueLinkCreditReportType><Borrower><SocialPartition><Social><SocialSecurityNumber>${person.ssn}` +
      `</SocialSecurityNumber></Social></SocialPartition>${scores}</Borrower>` +
      `<!-- printed for SSN ${ssnWritings.dashes(person.ssn)} --></TrueLinkCreditReportType>`,
  };
}
