import { isoDate, monthDayYear, monthWithoutDay } from '../dates.ts';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { ReportSubject } from './report-subject.ts';

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
      bankruptcies: [],
      collections: [],
      trades: tradesOf(subject),
      inquiries: inquiriesOf(subject),
      consumerStatements: [
        {
          reportedDate: monthDayYear(pulledAt),
          statement: `I DISPUTE THE ACCOUNT OPENED WITH SSN ${ssnWritings.dashes(person.ssn)}. CALL ME FIRST.`,
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

function tradesOf({ accounts }: ReportSubject) {
  return accounts.map((account) => ({
    customerName: account.creditor,
    accountNumber: account.accountNumber,
    portfolioTypeCode: { code: account.kind === 'revolving' ? 'R' : account.kind === 'mortgage' ? 'M' : 'I' },
    dateOpened: monthWithoutDay(account.openedAt),
    highCredit: account.limit,
    balance: account.balance,
    scheduledPaymentAmount: account.payment,
    paymentHistory1to24: [...account.paymentPattern].map((code) => ({ code })),
    rate: { code: 1, description: 'Pays account as agreed' },
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
  return scores.map(({ score }) => ({
    type: 'FICO',
    modelNumber: '05453',
    score,
    reasons: [{ code: '00010' }, { code: '00014' }],
  }));
}
