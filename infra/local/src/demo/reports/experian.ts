import { isoDate, monthDayYear } from '../dates.ts';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { ReportSubject } from './report-subject.ts';

/** All numbers on file stand in `ssn[]`, under the everyday key `number`. */
export function experianProfile(subject: ReportSubject): unknown {
  const { person, variationSsn, pulledAt } = subject;
  return {
    creditProfile: [
      {
        headerRecord: [{ reportDate: monthDayYear(pulledAt), reportTime: '101502', preamble: 'TCA1' }],
        consumerIdentity: {
          dob: { day: '07', month: '11', year: isoDate(person.birthDate).slice(0, 4) },
          name: [{ firstName: person.firstName, surname: person.lastName, type: 'N' }],
          phone: [{ number: person.phone.slice(2), type: 'R', source: '1' }],
        },
        addressInformation: [
          {
            streetPrefix: person.address1.split(' ')[0],
            streetName: person.address1.split(' ').slice(1).join(' '),
            city: person.city,
            state: person.state,
            zipCode: person.postalCode.replace('-', ''),
          },
        ],
        employmentInformation: [{ name: subject.employer, source: 'Inquiry' }],
        ssn: [
          { number: person.ssn, ssnIndicators: 'YYYYYYYYY', variationIndicator: '' },
          ...(variationSsn === null
            ? []
            : [{ number: variationSsn, ssnIndicators: 'YYYYYYYNN', variationIndicator: 'Y' }]),
        ],
        fraudShield: [
          {
            addressCount: '001',
            socialCount: '002',
            socialDate: monthDayYear(pulledAt),
            ssnFirstPossibleIssuanceYear: '1979',
            text: `INPUT SSN ${ssnWritings.dashes(person.ssn)} ISSUED BEFORE BIRTH DATE`,
          },
        ],
        informationalMessage: [
          { messageNumber: '57', messageText: '0335 SSN MATCHES' },
          ...(variationSsn === null
            ? []
            : [{ messageNumber: '84', messageText: `SSN VARIATION ${ssnWritings.spaces(variationSsn)} ON FILE` }]),
        ],
        inquiry: inquiriesOf(subject),
        publicRecord: [],
        riskModel: riskModelsOf(subject),
        statement: [{ statementText: 'FILE PREVIOUSLY FROZEN, LIFTED BY CONSUMER' }],
        summaries: [{ summaryType: 'Profile Summary', attributes: [{ id: 'tradelineCount', value: '07' }] }],
        tradeline: tradelinesOf(subject),
        uniqueConsumerIdentifier: `01${subject.requestId}`,
        endTotals: [{ totalSegments: '0042', totalLength: '01920' }],
      },
    ],
  };
}

/** The request was stored beside the answer, with the number in an object of its own name. */
export function experianRequest(subject: ReportSubject): unknown {
  const { person } = subject;
  return {
    request: {
      consumerPii: {
        primaryApplicant: {
          name: { firstName: person.firstName, lastName: person.lastName },
          ssn: { ssn: ssnWritings.dashes(person.ssn) },
          dob: { dob: isoDate(person.birthDate) },
          currentAddress: {
            line1: person.address1,
            city: person.city,
            state: person.state,
            zipCode: person.postalCode,
          },
        },
      },
      // An employer's number has the same nine digits in another writing and stays.
      business: { taxId: '12-3456789', name: person.companyName ?? subject.employer },
    },
    headerRecord: [{ reportDate: monthDayYear(subject.pulledAt) }],
    ssn: [{ number: person.ssn, ssnIndicators: 'YYYYYYYYY' }],
    inquiry: inquiriesOf(subject),
    riskModel: riskModelsOf(subject),
    tradeline: tradelinesOf(subject),
  };
}

function riskModelsOf({ scores }: ReportSubject) {
  return scores.map(({ score }) => ({
    modelIndicator: 'F',
    score: String(score).padStart(4, '0'),
    evaluation: 'P',
    scoreFactors: [
      { code: '10', importance: '1' },
      { code: '14', importance: '2' },
    ],
  }));
}

function inquiriesOf({ inquiries }: ReportSubject) {
  return inquiries.map(({ creditor, at }) => ({
    date: monthDayYear(at),
    subscriberName: creditor,
    type: '18',
    terms: 'UNK',
  }));
}

function tradelinesOf({ accounts }: ReportSubject) {
  return accounts.map((account) => ({
    subscriberName: account.creditor,
    accountNumber: account.accountNumber,
    accountType: account.kind === 'mortgage' ? '26' : account.kind === 'revolving' ? '18' : '00',
    openDate: monthDayYear(account.openedAt),
    openOrClosed: account.isOpen ? 'O' : 'C',
    balanceAmount: String(account.balance).padStart(8, '0'),
    amount1: String(account.limit).padStart(8, '0'),
    paymentHistory: account.paymentPattern.replaceAll('1', 'C'),
    delinquencies30Days: '00',
  }));
}
