import { isoDate } from '../dates.ts';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { Bureau, ReportSubject } from './report-subject.ts';

/** Three bureaus merged, one row per bureau and account; the borrower is repeated in each repository's file. */
export function mismo2ListAndStack(subject: ReportSubject): unknown {
  const { person, variationSsn } = subject;
  return {
    CREDIT_RESPONSE: {
      '@MISMOVersionID': '2.4',
      '@CreditReportMergeTypeIndicator': 'ListAndStack',
      '@CreditResponseID': subject.requestId,
      BORROWER: {
        '@BorrowerID': 'Borrower01',
        '@_FirstName': person.firstName,
        '@_LastName': person.lastName,
        '@_SSN': person.ssn,
        '@_BirthDate': isoDate(person.birthDate),
        _RESIDENCE: [
          {
            '@_StreetAddress': person.address1,
            '@_City': person.city,
            '@_State': person.state,
            '@_PostalCode': person.postalCode.replace('-', ''),
            '@BorrowerResidencyType': 'Current',
          },
        ],
      },
      CREDIT_LIABILITY: subject.accounts.flatMap((account) =>
        subject.scores.map(({ bureau }) => liabilityOf(account, bureau, '@')),
      ),
      CREDIT_SCORE: subject.scores.map(({ bureau, model, score }) => scoreOf({ bureau, model, score, prefix: '@' })),
      CREDIT_FILE: subject.scores.map(({ bureau }) => ({
        '@CreditFileID': `File-${bureau}`,
        '@CreditRepositorySourceType': bureau,
        '@_InfileDate': '1998-04',
        '@_ResultStatusType': 'FileReturned',
        _BORROWER: { '@_FirstName': person.firstName, '@_LastName': person.lastName, '@_SSN': person.ssn },
        _VARIATION: variationSsn === null ? [] : [{ '@_Type': 'DifferentSSN', '@_SSN': variationSsn }],
        CREDIT_COMMENT: {
          '@_SourceType': 'CreditBureau',
          '@_Type': 'SSNMessage',
          _Text: variationSsn === null ? 'SSN Matches' : `File holds SSN ${ssnWritings.dashes(variationSsn)}`,
        },
      })),
      CREDIT_SUMMARY: {
        _DATA_SET: [{ '@_Name': 'Total inquiries', '@_Value': String(subject.inquiries.length).padStart(2, '0') }],
      },
      REGULATORY_PRODUCT: { '@_ResultStatusType': 'NoMatch', '@CreditRepositorySourceType': 'Equifax' },
    },
  };
}

/** Attributes without the `@`, and the printed report kept as XML text inside the JSON. */
export function mismo2Attributes(subject: ReportSubject): unknown {
  const { person } = subject;
  return {
    CREDIT_RESPONSE: {
      MISMOVersionID: '2.3.1',
      CreditReportMergeTypeIndicator: 'Blend',
      BORROWER: {
        _FirstName: person.firstName,
        _LastName: person.lastName,
        _SSN: ssnWritings.dashes(person.ssn),
        _TAXPAYER_IDENTIFIER: { '@_IdentifierType': 'SSN', '@_IdentifierValue': person.ssn },
        _BirthDate: isoDate(person.birthDate),
      },
      CREDIT_LIABILITY: subject.accounts.map((account) => liabilityOf(account, 'Equifax', '')),
      CREDIT_SCORE: subject.scores.map(({ bureau, model, score }) => scoreOf({ bureau, model, score, prefix: '' })),
      CREDIT_FILE: { CreditRepositorySourceType: 'Equifax', _BORROWER: { _SSN: 'XXXXXXXXX' } },
      EMBEDDED_FILE: {
        _Type: 'XML',
        DOCUMENT:
          `<?xml version="1.0"?><CREDIT_RESPONSE><BORROWER _FirstName="${person.firstName}" _SSN="${person.ssn}"/>` +
          `<CREDIT_REQUEST><SSN>${ssnWritings.dashes(person.ssn)}</SSN></CREDIT_REQUEST></CREDIT_RESPONSE>`,
      },
    },
  };
}

type Prefix = '@' | '';

function liabilityOf(account: ReportSubject['accounts'][number], bureau: Bureau, at: Prefix) {
  return {
    [`${at}CreditLiabilityID`]: `TRADE-${account.accountNumber.slice(-6)}`,
    [`${at}_AccountIdentifier`]: account.accountNumber,
    [`${at}_AccountOpenedDate`]: isoDate(account.openedAt).slice(0, 7),
    [`${at}_AccountType`]:
      account.kind === 'revolving' ? 'Revolving' : account.kind === 'mortgage' ? 'Mortgage' : 'Installment',
    [`${at}_AccountStatusType`]: account.isOpen ? 'Open' : 'Closed',
    [`${at}_UnpaidBalanceAmount`]: String(account.balance),
    [`${at}_CreditLimitAmount`]: String(account.limit),
    _CREDITOR: { [`${at}_Name`]: account.creditor },
    _PAYMENT_PATTERN: { [`${at}_Data`]: account.paymentPattern.replaceAll('1', 'C') },
    CREDIT_REPOSITORY: { [`${at}_SourceType`]: bureau },
  };
}

function scoreOf(options: { bureau: Bureau; model: string; score: number; prefix: Prefix }) {
  const { bureau, model, score, prefix } = options;
  return {
    [`${prefix}CreditScoreID`]: `SCORE-${bureau}`,
    [`${prefix}CreditRepositorySourceType`]: bureau,
    [`${prefix}_ModelNameType`]: model,
    [`${prefix}_Value`]: score % 2 === 0 ? String(score) : `+${score}`,
    _FACTOR: [{ [`${prefix}_Code`]: '010', [`${prefix}_Text`]: 'PROPORTION OF BALANCES TO LIMITS IS TOO HIGH' }],
  };
}
