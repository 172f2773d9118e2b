import { isoDate, monthDayYear, monthWithoutDay } from '../dates.ts';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { ReportSubject } from '../world/report-subject.ts';
import { numberedHistory } from './history-signs.ts';

/** As a reseller passes it on: one flat `data`. The number stands at the top, in the identification and in free text. */
export function equifaxFlat(subject: ReportSubject): unknown {
  const { person, pulledAt, variationSsn } = subject;
  return {
    pdfReportId: subject.requestId,
    data: {
      subjectName: nameOf(subject),
      subjectSocialNum: person.ssn,
      birthDate: monthDayYear(person.birthDate),
      addresses: addressesOf(subject),
      formerNames: [],
      employments: [{ occupation: 'OWNER', employer: subject.employer, rank: 'current' }],
      otherIdentification: [
        { typeCode: 'SSN', identificationNumber: variationSsn ?? person.ssn, reportedDate: isoDate(pulledAt) },
      ],
      bankruptcies: bankruptciesOf(subject),
      collections: collectionsOf(subject),
      trades: tradesOf(subject),
      inquiries: inquiriesOf(subject),
      consumerStatements: [
        {
          reportedDate: monthDayYear(pulledAt),
          statement: subject.spellsNumber
            ? `I DISPUTE THE ACCOUNT OPENED WITH SSN ${ssnWritings.dashes(person.ssn)}. CALL ME FIRST.`
            : 'PLEASE CALL ME BEFORE YOU OPEN AN ACCOUNT.',
        },
      ],
      models: modelsOf(subject),
      identification: {
        subjectSocialNum: person.ssn,
        // The last four digits masked with zeros: five real ones remain.
        inquirySocialNum: `${person.ssn.slice(0, 5)}0000`,
        socialMatchFlags: 'YYYYYYYYN',
        fraudSocialNumAlertCode: '0',
      },
      alertContacts: [
        { alertType: 'Q', effectiveDate: monthDayYear(pulledAt), additionalInformation: 'VERIFY IDENTITY BY PHONE' },
      ],
      OFACAlerts: [{ revisedLegalVerbiageIndicator: 1, transactionType: 'NO MATCH' }],
    },
  };
}

/** The bureau's own nesting, read by a client that declared the number as a number: a leading zero is lost. */
export function equifaxNative(subject: ReportSubject): unknown {
  const { person } = subject;
  return {
    status: 'completed',
    consumers: {
      equifaxUSConsumerCreditReport: [
        {
          identifier: 'Individual Report 1',
          hitCode: { code: '1', description: 'Hit' },
          subjectSocialNum: Number(person.ssn),
          subjectName: nameOf(subject),
          birthDate: monthDayYear(person.birthDate),
          addresses: addressesOf(subject),
          identification: {
            subjectSocialNum: Number(person.ssn),
            inquirySocialNum: person.ssn,
            socialMatchFlags: 'YYYYYYYYY',
          },
          bankruptcies: bankruptciesOf(subject),
          collections: collectionsOf(subject),
          trades: tradesOf(subject),
          inquiries: inquiriesOf(subject),
          models: modelsOf(subject),
        },
      ],
    },
  };
}

function nameOf({ person }: ReportSubject) {
  return { firstName: person.firstName.toUpperCase(), lastName: person.lastName.toUpperCase() };
}

function addressesOf({ person }: ReportSubject) {
  const [houseNumber = '', ...street] = person.address1.split(' ');
  return [
    {
      addressType: 'current',
      houseNumber,
      streetName: street.join(' ').toUpperCase(),
      cityName: person.city.toUpperCase(),
      stateAbbreviation: person.state,
      // ZIP+4 without its hyphen: nine digits that are no SSN and must survive.
      zipCode: `${person.postalCode.slice(0, 5)}${person.postalCode.slice(6) || '1042'}`,
    },
  ];
}

const PORTFOLIO_CODES = { revolving: 'R', installment: 'I', mortgage: 'M' } as const;

function tradesOf({ rows }: ReportSubject) {
  return rows.map((row) => ({
    customerName: row.creditor,
    accountNumber: row.accountNumber,
    portfolioTypeCode: { code: PORTFOLIO_CODES[row.kind] },
    accountDesignator: row.isAuthorizedUser
      ? { code: 'A', description: 'Authorized user' }
      : { code: 'I', description: 'Individual' },
    dateReported: monthDayYear(row.reportedAt),
    dateOpened: monthWithoutDay(row.openedAt),
    ...(row.closedAt !== null && { dateClosed: monthWithoutDay(row.closedAt) }),
    ...(row.kind === 'revolving' ? { creditLimit: row.limit } : { highCredit: row.limit }),
    balance: row.balance,
    pastDueAmount: row.pastDue,
    scheduledPaymentAmount: row.payment,
    paymentHistory1to24: [...numberedHistory(row)].map((code) => ({ code })),
    rate: row.isChargedOff
      ? { code: 9, description: 'Collection account or charge-off' }
      : { code: 1, description: 'Pays account as agreed' },
  }));
}

function collectionsOf({ collections }: ReportSubject) {
  return collections.map((collection) => ({
    customerName: collection.agency,
    clientNameOrNumber: collection.client,
    accountNumberOrOtherCode: collection.accountNumber,
    assignedDate: monthDayYear(collection.assignedAt),
    originalAmount: collection.balance,
    balance: collection.balance,
    statusCode: { code: 'D', description: 'Unpaid' },
  }));
}

function bankruptciesOf({ publicRecords }: ReportSubject) {
  return publicRecords.map((record) => ({
    type: { code: '7', description: record.kind },
    court: { name: record.court },
    caseNumber: record.caseNumber,
    dateFiled: monthDayYear(record.filedAt),
    liabilityAmount: record.liabilities,
    dispositionDescription: 'Discharged',
  }));
}

function inquiriesOf({ inquiries }: ReportSubject) {
  return inquiries.map(({ creditor, at }) => ({
    type: 'inquiry',
    inquiryDate: monthDayYear(at),
    customerName: creditor,
  }));
}

function modelsOf({ scores }: ReportSubject) {
  return scores.map(({ score, factors }) => ({
    type: 'FICO',
    modelNumber: '05453',
    score,
    reasons: factors.map(({ code, text }) => ({ code: code.padStart(5, '0'), description: text })),
  }));
}
