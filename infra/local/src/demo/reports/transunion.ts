import { isoDate } from '../dates.ts';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { ReportSubject } from '../world/report-subject.ts';
import { lateCounts, numberedHistory } from './history-signs.ts';

/** A generated client's model: lists of numbers, the inputs repeated, payment patterns as runs of digits. */
export function transunionJson(subject: ReportSubject): unknown {
  const { person, variationSsn, pulledAt } = subject;
  return {
    fileNumber: '01',
    fileSummary: {
      fileHitIndicator: 'regularHit',
      ssnMatchIndicator: 'exact',
      consumerStatementIndicator: true,
      creditDataStatus: { freeze: { indicator: false }, suppressed: false },
      inFileSinceDate: isoDate(Math.min(pulledAt, ...subject.rows.map(({ openedAt }) => openedAt))),
    },
    indicative: {
      names: [{ source: 'file', person: { first: person.firstName, last: person.lastName } }],
      addresses: [{ source: 'file', status: 'current', street: person.address1, location: locationOf(subject) }],
      socialSecurities: [person.ssn, ...(variationSsn === null ? [] : [variationSsn])].map((number) => ({
        source: 'file',
        number,
      })),
      dateOfBirths: [{ source: 'file', date: isoDate(person.birthDate) }],
      employments: [{ employer: { unparsed: subject.employer }, occupation: 'OWNER' }],
    },
    originalInputs: [{ name: person.lastName, socialSecurity: { number: person.ssn } }],
    custom: {
      credit: {
        trades: tradesOf(subject),
        collections: collectionsOf(subject),
        publicRecords: publicRecordsOf(subject),
        inquiries: inquiriesOf(subject),
      },
    },
    addOnProducts: [
      ...subject.scores.map(({ score, factors }) => ({
        code: '00P02',
        status: 'defaultDelivered',
        scoreModel: {
          score: {
            results: `+${score}`,
            derogatoryAlert: subject.figures.derogatories24m > 0,
            factors: factors.map(({ code, text }, index) => ({
              code: code.padStart(3, '0'),
              rank: index + 1,
              description: text,
            })),
          },
        },
      })),
      { code: '06500', idMismatchAlerts: [{ type: 'ssn', condition: 'clear' }] },
    ],
    consumerStatement: {
      text: subject.spellsNumber
        ? `MY WALLET WAS STOLEN ${isoDate(pulledAt)}, SSN ${ssnWritings.dots(person.ssn)} MAY BE MISUSED`
        : 'MY WALLET WAS STOLEN. PLEASE ASK FOR A SECOND IDENTIFICATION.',
    },
  };
}

/** The bureau's XML turned into JSON: single children are objects, several are lists. */
export function transunionNative(subject: ReportSubject): unknown {
  const { person, variationSsn } = subject;
  const numbers = [person.ssn, ...(variationSsn === null ? [] : [variationSsn])].map((number) => ({
    '@source': 'file',
    number,
  }));
  return {
    creditBureau: {
      '@xmlns': 'urn:example:credit-bureau',
      document: 'response',
      product: {
        code: '07000',
        subject: {
          number: '1',
          subjectRecord: {
            fileNumber: '01',
            indicative: {
              name: { '@source': 'file', person: { first: person.firstName, last: person.lastName } },
              address: {
                '@source': 'file',
                status: 'current',
                street: { unparsed: person.address1 },
                location: locationOf(subject),
              },
              socialSecurity: numbers.length === 1 ? numbers[0] : numbers,
              dateOfBirth: { '@estimatedDay': 'false', '#text': isoDate(person.birthDate) },
            },
            custom: {
              credit: {
                trade: tradesOf(subject),
                collection: collectionsOf(subject),
                publicRecord: publicRecordsOf(subject),
                inquiry: inquiriesOf(subject),
              },
            },
            addOnProduct: subject.scores.map(({ score }) => ({
              code: '00Q88',
              scoreModel: { score: { results: `+${score}`, derogatoryAlert: 'false' } },
            })),
          },
        },
      },
    },
  };
}

function locationOf({ person }: ReportSubject) {
  return { city: person.city, state: person.state, zipCode: person.postalCode };
}

const padded = (amount: number, length = 9) => String(amount).padStart(length, '0');

function tradesOf({ rows }: ReportSubject) {
  return rows.map((row) => {
    const { days30, days60, days90 } = lateCounts(row);
    const history = numberedHistory(row);
    return {
      subscriber: { industryCode: 'B', memberCode: '1234567', name: { unparsed: row.creditor } },
      portfolioType: row.kind,
      accountNumber: row.accountNumber,
      ECOADesignator: row.isAuthorizedUser ? 'authorizedUser' : 'individual',
      dateOpened: isoDate(row.openedAt),
      dateEffective: isoDate(row.reportedAt),
      ...(row.closedAt !== null && { dateClosed: isoDate(row.closedAt) }),
      currentBalance: padded(row.balance),
      ...(row.kind === 'revolving' ? { creditLimit: padded(row.limit) } : { highCredit: padded(row.limit) }),
      pastDue: padded(row.pastDue),
      terms: { scheduledMonthlyPayment: padded(row.payment) },
      accountRating: row.isChargedOff ? '09' : '01',
      paymentHistory: {
        paymentPattern: { startDate: isoDate(row.reportedAt), text: history },
        historicalCounters: {
          monthsReviewedCount: String(history.length),
          late30DaysTotal: padded(days30, 2),
          late60DaysTotal: padded(days60, 2),
          late90DaysTotal: padded(days90, 2),
        },
      },
    };
  });
}

function collectionsOf({ collections }: ReportSubject) {
  return collections.map((collection) => ({
    subscriber: { industryCode: 'Y', name: { unparsed: collection.agency } },
    originalCreditor: collection.client,
    accountNumber: collection.accountNumber,
    dateOpened: isoDate(collection.assignedAt),
    currentBalance: padded(collection.balance),
  }));
}

function publicRecordsOf({ publicRecords }: ReportSubject) {
  return publicRecords.map((record) => ({
    type: record.kind,
    court: record.court,
    docketNumber: record.caseNumber,
    dateFiled: isoDate(record.filedAt),
    liabilities: padded(record.liabilities),
    disposition: 'Discharged',
  }));
}

function inquiriesOf({ inquiries }: ReportSubject) {
  return inquiries.map(({ creditor, at }) => ({ subscriber: { name: creditor }, date: isoDate(at) }));
}
