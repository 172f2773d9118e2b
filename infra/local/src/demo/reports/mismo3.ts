import { isoDate } from '../dates.ts';
import type { Bureau } from '../world/credit-file.ts';
import type { MergedAccount } from '../world/report-account.ts';
import type { ReportSubject } from '../world/report-subject.ts';
import { letteredHistory } from './history-signs.ts';

/** A number is an SSN because its sibling says so; the employer's number beside it stays. */
export function mismo3Parties(subject: ReportSubject): unknown {
  const { person } = subject;
  return {
    MESSAGE: {
      ABOUT_VERSIONS: { ABOUT_VERSION: { CreatedDatetime: new Date(subject.pulledAt).toISOString() } },
      DEAL_SETS: {
        DEAL_SET: {
          DEALS: {
            DEAL: {
              PARTIES: {
                PARTY: [
                  {
                    INDIVIDUAL: {
                      NAME: { FirstName: person.firstName, LastName: person.lastName },
                      CONTACT_POINTS: { CONTACT_POINT: { ContactPointTelephoneValue: person.phone } },
                    },
                    ROLES: { ROLE: { ROLE_DETAIL: { PartyRoleType: 'Borrower' } } },
                    TAXPAYER_IDENTIFIERS: {
                      TAXPAYER_IDENTIFIER: {
                        TaxpayerIdentifierType: 'SocialSecurityNumber',
                        TaxpayerIdentifierValue: person.ssn,
                      },
                    },
                    ADDRESSES: {
                      ADDRESS: {
                        AddressLineText: person.address1,
                        CityName: person.city,
                        StateCode: person.state,
                        PostalCode: person.postalCode,
                      },
                    },
                  },
                  {
                    LEGAL_ENTITY: { LEGAL_ENTITY_DETAIL: { FullName: person.companyName ?? subject.employer } },
                    TAXPAYER_IDENTIFIERS: {
                      TAXPAYER_IDENTIFIER: {
                        TaxpayerIdentifierType: 'EmployerIdentificationNumber',
                        TaxpayerIdentifierValue: '123456789',
                      },
                    },
                  },
                ],
              },
              SERVICES: { SERVICE: { CREDIT: { CREDIT_RESPONSE: creditResponseOf(subject) } } },
            },
          },
        },
      },
    },
  };
}

function creditResponseOf(subject: ReportSubject) {
  return {
    CREDIT_RESPONSE_DETAIL: { CreditReportIdentifier: subject.requestId, CreditReportMergeType: 'Blend' },
    CREDIT_SCORES: {
      CREDIT_SCORE: subject.scores.map(({ bureau, model, score, factors }) => ({
        CREDIT_SCORE_DETAIL: {
          CreditRepositorySourceType: bureau,
          CreditScoreModelNameType: model,
          CreditScoreValue: String(score),
        },
        CREDIT_SCORE_FACTORS: {
          CREDIT_SCORE_FACTOR: factors.map(({ code, text }) => ({
            CreditScoreFactorCode: code.padStart(3, '0'),
            CreditScoreFactorText: text,
          })),
        },
      })),
    },
    CREDIT_LIABILITIES: { CREDIT_LIABILITY: [...subject.accounts.map(liabilityOf), ...collectionsOf(subject)] },
    CREDIT_INQUIRIES: {
      CREDIT_INQUIRY: subject.inquiries.map(({ creditor, at, bureaus }) => ({
        CREDIT_INQUIRY_DETAIL: { CreditInquiryDate: isoDate(at) },
        NAME: { FullName: creditor },
        ...repositoriesOf(bureaus),
      })),
    },
    CREDIT_PUBLIC_RECORDS: {
      CREDIT_PUBLIC_RECORD: subject.publicRecords.map((record) => ({
        CREDIT_PUBLIC_RECORD_DETAIL: { CreditPublicRecordType: record.kind },
        CourtName: record.court,
        DocketIdentifier: record.caseNumber,
        FiledDate: isoDate(record.filedAt),
        LegalObligationAmount: `${record.liabilities}.00`,
        DispositionType: 'Discharged',
        ...repositoriesOf(record.bureaus),
      })),
    },
  };
}

const ACCOUNT_TYPES = { revolving: 'Revolving', installment: 'Installment', mortgage: 'Mortgage' } as const;

function repositoriesOf(bureaus: readonly Bureau[]) {
  return {
    CREDIT_REPOSITORIES: {
      CREDIT_REPOSITORY: bureaus.map((bureau) => ({ CreditRepositorySourceType: bureau })),
    },
  };
}

function liabilityOf(account: MergedAccount) {
  const limit = `${account.limit}.00`;
  return {
    CREDIT_LIABILITY_DETAIL: {
      CreditLiabilityAccountIdentifier: account.accountNumber,
      CreditLiabilityAccountOpenedDate: isoDate(account.openedAt),
      ...(account.closedAt !== null && { CreditLiabilityAccountClosedDate: isoDate(account.closedAt) }),
      CreditLiabilityAccountReportedDate: isoDate(account.reportedAt),
      CreditLiabilityAccountType: ACCOUNT_TYPES[account.kind],
      CreditLiabilityAccountStatusType: account.isOpen ? 'Open' : 'Closed',
      CreditLiabilityAccountOwnershipType: account.isAuthorizedUser ? 'AuthorizedUser' : 'Individual',
      CreditLiabilityUnpaidBalanceAmount: `${account.balance}.00`,
      ...(account.kind === 'revolving'
        ? { CreditLiabilityCreditLimitAmount: limit }
        : { CreditLiabilityHighCreditAmount: limit }),
      CreditLiabilityPastDueAmount: `${account.pastDue}.00`,
      CreditLiabilityMonthlyPaymentAmount: `${account.payment}.00`,
      CreditLiabilityPaymentPatternDataText: letteredHistory(account),
      CreditLiabilityPaymentPatternStartDate: isoDate(account.reportedAt).slice(0, 7),
    },
    CREDIT_LIABILITY_CURRENT_RATING: {
      CreditLiabilityCurrentRatingType: account.isChargedOff ? 'ChargeOff' : 'AsAgreed',
    },
    CREDIT_LIABILITY_CREDITOR: { NAME: { FullName: account.creditor } },
    ...repositoriesOf(account.bureaus),
  };
}

function collectionsOf({ collections }: ReportSubject) {
  return collections.map((collection) => ({
    CREDIT_LIABILITY_DETAIL: {
      CreditLiabilityAccountIdentifier: collection.accountNumber,
      CreditLiabilityAccountOpenedDate: isoDate(collection.assignedAt),
      CreditLiabilityAccountType: 'Collection',
      CreditLiabilityAccountStatusType: 'Open',
      CreditLiabilityUnpaidBalanceAmount: `${collection.balance}.00`,
      CreditLiabilityOriginalCreditorName: collection.client,
    },
    CREDIT_LIABILITY_CREDITOR: { NAME: { FullName: collection.agency } },
    ...repositoriesOf(collection.bureaus),
  }));
}
