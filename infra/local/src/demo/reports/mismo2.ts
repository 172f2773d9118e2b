import { isoDate } from '../dates.ts';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { Bureau } from '../world/credit-file.ts';
import type { BureauScore } from '../world/credit-score.ts';
import type { ReportAccount } from '../world/report-account.ts';
import type { ReportSubject } from '../world/report-subject.ts';
import { letteredHistory } from './history-signs.ts';

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
      CREDIT_LIABILITY: [
        ...subject.rows.map((row) => liabilityOf(row, { bureaus: [row.bureau], at: '@' })),
        ...collectionsOf(subject, '@'),
      ],
      CREDIT_INQUIRY: inquiriesOf(subject, '@'),
      CREDIT_PUBLIC_RECORD: publicRecordsOf(subject, '@'),
      CREDIT_SCORE: subject.scores.map((score) => scoreOf(score, '@')),
      CREDIT_FILE: subject.scores.map(({ bureau }) => ({
        '@CreditFileID': `File-${bureau}`,
        '@CreditRepositorySourceType': bureau,
        '@_InfileDate': inFileSince(subject, bureau),
        '@_ResultStatusType': 'FileReturned',
        _BORROWER: { '@_FirstName': person.firstName, '@_LastName': person.lastName, '@_SSN': person.ssn },
        _VARIATION: variationSsn === null ? [] : [{ '@_Type': 'DifferentSSN', '@_SSN': variationSsn }],
        CREDIT_COMMENT: {
          '@_SourceType': 'CreditBureau',
          '@_Type': 'SSNMessage',
          _Text:
            variationSsn !== null && subject.spellsNumber
              ? `File holds SSN ${ssnWritings.dashes(variationSsn)}`
              : 'SSN Matches',
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
      CREDIT_LIABILITY: [
        ...subject.accounts.map((account) => liabilityOf(account, { bureaus: account.bureaus, at: '' })),
        ...collectionsOf(subject, ''),
      ],
      CREDIT_INQUIRY: inquiriesOf(subject, ''),
      CREDIT_PUBLIC_RECORD: publicRecordsOf(subject, ''),
      CREDIT_SCORE: subject.scores.map((score) => scoreOf(score, '')),
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

const ACCOUNT_TYPES = { revolving: 'Revolving', installment: 'Installment', mortgage: 'Mortgage' } as const;

function repositoriesOf(bureaus: readonly Bureau[], at: Prefix) {
  return bureaus.map((bureau) => ({ [`${at}_SourceType`]: bureau }));
}

function liabilityOf(row: ReportAccount, { bureaus, at }: { bureaus: readonly Bureau[]; at: Prefix }) {
  const amount = row.kind === 'revolving' ? '_CreditLimitAmount' : '_HighCreditAmount';
  return {
    [`${at}CreditLiabilityID`]: `TRADE-${row.accountNumber.slice(-6)}`,
    [`${at}_AccountIdentifier`]: row.accountNumber,
    [`${at}_AccountOpenedDate`]: isoDate(row.openedAt),
    ...(row.closedAt !== null && { [`${at}_AccountClosedDate`]: isoDate(row.closedAt) }),
    [`${at}_AccountReportedDate`]: isoDate(row.reportedAt),
    [`${at}_AccountType`]: ACCOUNT_TYPES[row.kind],
    [`${at}_AccountStatusType`]: row.isOpen ? 'Open' : 'Closed',
    [`${at}_AccountOwnershipType`]: row.isAuthorizedUser ? 'AuthorizedUser' : 'Individual',
    [`${at}_UnpaidBalanceAmount`]: String(row.balance),
    [`${at}${amount}`]: String(row.limit),
    [`${at}_PastDueAmount`]: String(row.pastDue),
    [`${at}_MonthlyPaymentAmount`]: String(row.payment),
    _CREDITOR: { [`${at}_Name`]: row.creditor },
    _CURRENT_RATING: row.isChargedOff
      ? { [`${at}_Code`]: '9', [`${at}_Type`]: 'ChargeOff' }
      : { [`${at}_Code`]: 'C', [`${at}_Type`]: 'AsAgreed' },
    _PAYMENT_PATTERN: {
      [`${at}_Data`]: letteredHistory(row),
      [`${at}_StartDate`]: isoDate(row.reportedAt).slice(0, 7),
    },
    CREDIT_REPOSITORY: repositoriesOf(bureaus, at),
  };
}

/** A collection agency's account stands among the others; listed and stacked, once for each bureau. */
function collectionsOf({ collections }: ReportSubject, at: Prefix) {
  return collections.flatMap((collection) =>
    (at === '@' ? collection.bureaus.map((bureau) => [bureau]) : [collection.bureaus]).map((bureaus) => ({
      [`${at}_AccountIdentifier`]: collection.accountNumber,
      [`${at}_AccountOpenedDate`]: isoDate(collection.assignedAt),
      [`${at}_AccountType`]: 'Collection',
      [`${at}IsCollectionIndicator`]: 'Y',
      [`${at}_AccountStatusType`]: 'Open',
      [`${at}_UnpaidBalanceAmount`]: String(collection.balance),
      [`${at}_OriginalCreditorName`]: collection.client,
      _CREDITOR: { [`${at}_Name`]: collection.agency },
      CREDIT_REPOSITORY: repositoriesOf(bureaus, at),
    })),
  );
}

function inquiriesOf({ inquiries }: ReportSubject, at: Prefix) {
  return inquiries.flatMap(({ creditor, at: askedAt, bureaus }) =>
    bureaus.map((bureau) => ({
      [`${at}_Name`]: creditor,
      [`${at}_Date`]: isoDate(askedAt),
      CREDIT_REPOSITORY: { [`${at}_SourceType`]: bureau },
    })),
  );
}

function publicRecordsOf({ publicRecords }: ReportSubject, at: Prefix) {
  return publicRecords.map((record) => ({
    [`${at}_Type`]: record.kind,
    [`${at}_CourtName`]: record.court,
    [`${at}_DocketIdentifier`]: record.caseNumber,
    [`${at}_FiledDate`]: isoDate(record.filedAt),
    [`${at}_LegalObligationAmount`]: String(record.liabilities),
    [`${at}_DispositionType`]: 'Discharged',
    CREDIT_REPOSITORY: repositoriesOf(record.bureaus, at),
  }));
}

/** The month in which the bureau's oldest account was opened. */
function inFileSince({ rows, pulledAt }: ReportSubject, bureau: Bureau): string {
  const opened = rows.filter((row) => row.bureau === bureau).map(({ openedAt }) => openedAt);
  return isoDate(Math.min(pulledAt, ...opened)).slice(0, 7);
}

function scoreOf({ bureau, model, score, factors }: BureauScore, at: Prefix) {
  return {
    [`${at}CreditScoreID`]: `SCORE-${bureau}`,
    [`${at}CreditRepositorySourceType`]: bureau,
    [`${at}_ModelNameType`]: model,
    [`${at}_Value`]: score % 2 === 0 ? String(score) : `+${score}`,
    _FACTOR: factors.map(({ code, text }) => ({ [`${at}_Code`]: code.padStart(3, '0'), [`${at}_Text`]: text })),
  };
}
