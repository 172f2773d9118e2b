import { isoDate, monthDayYear } from '../dates.ts';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { ReportSubject } from '../world/report-subject.ts';
import { lateCounts, letteredHistory } from './history-signs.ts';

/** All numbers on file stand in `ssn[]`, under the everyday key `number`. */
export function experianProfile(subject: ReportSubject): unknown {
  const { person, variationSsn, pulledAt } = subject;
  return {
    creditProfile: [
      {
        headerRecord: [{ reportDate: monthDayYear(pulledAt), reportTime: '101502', preamble: 'TCA1' }],
        consumerIdentity: {
          dob: dayOfBirth(person.birthDate),
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
            ssnFirstPossibleIssuanceYear: isoDate(person.birthDate).slice(0, 4),
            text: subject.spellsNumber
              ? `INPUT SSN ${ssnWritings.dashes(person.ssn)} ISSUED BEFORE BIRTH DATE`
              : 'INPUT ADDRESS IS THE BEST ADDRESS ON FILE',
          },
        ],
        informationalMessage: [
          { messageNumber: '57', messageText: '0335 SSN MATCHES' },
          ...(variationSsn === null || !subject.spellsNumber
            ? []
            : [{ messageNumber: '84', messageText: `SSN VARIATION ${ssnWritings.spaces(variationSsn)} ON FILE` }]),
        ],
        inquiry: inquiriesOf(subject),
        publicRecord: publicRecordsOf(subject),
        riskModel: riskModelsOf(subject),
        statement: [{ statementText: 'FILE PREVIOUSLY FROZEN, LIFTED BY CONSUMER' }],
        summaries: [
          {
            summaryType: 'Profile Summary',
            attributes: [{ id: 'tradelineCount', value: String(subject.rows.length).padStart(2, '0') }],
          },
        ],
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
    publicRecord: publicRecordsOf(subject),
    tradeline: tradelinesOf(subject),
  };
}

function dayOfBirth(birthDate: number) {
  const [year = '', month = '', day = ''] = isoDate(birthDate).split('-');
  return { day, month, year };
}

function riskModelsOf({ scores }: ReportSubject) {
  return scores.map(({ score, factors }) => ({
    modelIndicator: 'F',
    score: String(score).padStart(4, '0'),
    evaluation: 'P',
    scoreFactors: factors.map(({ code, text }, index) => ({ importance: String(index + 1), code, text })),
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

const ACCOUNT_TYPES = { revolving: '18', installment: '00', mortgage: '26' } as const;
const padded = (amount: number) => String(amount).padStart(8, '0');

/** A collection agency's account stands among the others. */
function tradelinesOf({ rows, collections }: ReportSubject) {
  return [
    ...rows.map((row) => {
      const { days30, days60, days90 } = lateCounts(row);
      return {
        subscriberName: row.creditor,
        accountNumber: row.accountNumber,
        accountType: ACCOUNT_TYPES[row.kind],
        ecoa: row.isAuthorizedUser ? '3' : '1',
        openDate: monthDayYear(row.openedAt),
        openOrClosed: row.isOpen ? 'O' : 'C',
        ...(row.closedAt !== null && { closedDate: monthDayYear(row.closedAt) }),
        balanceDate: monthDayYear(row.reportedAt),
        balanceAmount: padded(row.balance),
        amount1: padded(row.limit),
        amount1Qualifier: row.kind === 'revolving' ? 'L' : 'O',
        amountPastDue: padded(row.pastDue),
        monthlyPaymentAmount: padded(row.payment),
        status: row.isChargedOff ? '97' : row.isOpen ? '11' : '13',
        paymentHistory: letteredHistory(row),
        delinquencies30Days: String(days30).padStart(2, '0'),
        delinquencies60Days: String(days60).padStart(2, '0'),
        delinquencies90to180Days: String(days90).padStart(2, '0'),
      };
    }),
    ...collections.map((collection) => ({
      subscriberName: collection.agency,
      originalCreditorName: collection.client,
      accountNumber: collection.accountNumber,
      accountType: '48',
      openDate: monthDayYear(collection.assignedAt),
      openOrClosed: 'O',
      balanceAmount: padded(collection.balance),
      status: '93',
    })),
  ];
}

function publicRecordsOf({ publicRecords }: ReportSubject) {
  return publicRecords.map((record) => ({
    type: record.kind,
    courtName: record.court,
    referenceNumber: record.caseNumber,
    filingDate: monthDayYear(record.filedAt),
    amount: padded(record.liabilities),
    status: 'DISCHARGED',
  }));
}
