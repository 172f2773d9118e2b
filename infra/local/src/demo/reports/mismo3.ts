import { isoDate } from '../dates.ts';
import type { ReportSubject } from './report-subject.ts';

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
      CREDIT_SCORE: subject.scores.map(({ bureau, model, score }) => ({
        CREDIT_SCORE_DETAIL: {
          CreditRepositorySourceType: bureau,
          CreditScoreModelNameType: model,
          CreditScoreValue: String(score),
        },
      })),
    },
    CREDIT_LIABILITIES: {
      CREDIT_LIABILITY: subject.accounts.map((account) => ({
        CREDIT_LIABILITY_DETAIL: {
          CreditLiabilityAccountIdentifier: account.accountNumber,
          CreditLiabilityAccountOpenedDate: isoDate(account.openedAt),
          CreditLiabilityUnpaidBalanceAmount: `${account.balance}.00`,
          CreditLiabilityCreditLimitAmount: `${account.limit}.00`,
          CreditLiabilityPaymentPatternDataText: account.paymentPattern,
        },
        CREDIT_LIABILITY_CREDITOR: { NAME: { FullName: account.creditor } },
      })),
    },
  };
}
