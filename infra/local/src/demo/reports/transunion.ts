import { isoDate } from '../dates.ts';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { ReportSubject } from './report-subject.ts';

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
      inFileSinceDate: '1998-03-21',
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
        collections: [],
        publicRecords: [],
        inquiries: subject.inquiries.map(({ creditor, at }) => ({ subscriber: { name: creditor }, date: isoDate(at) })),
      },
    },
    addOnProducts: [
      ...subject.scores.map(({ score }) => ({
        code: '00P02',
        status: 'defaultDelivered',
        scoreModel: { score: { results: `+${score}`, derogatoryAlert: false, factors: [{ code: '010', rank: 1 }] } },
      })),
      { code: '06500', idMismatchAlerts: [{ type: 'ssn', condition: 'clear' }] },
    ],
    consumerStatement: {
      text: `MY WALLET WAS STOLEN ${isoDate(pulledAt)}, SSN ${ssnWritings.dots(person.ssn)} MAY BE MISUSED`,
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
            custom: { credit: { trade: tradesOf(subject) } },
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

function tradesOf({ accounts }: ReportSubject) {
  return accounts.map((account) => ({
    subscriber: { industryCode: 'B', memberCode: '1234567', name: { unparsed: account.creditor } },
    portfolioType: account.kind,
    accountNumber: account.accountNumber,
    ECOADesignator: 'individual',
    dateOpened: isoDate(account.openedAt),
    currentBalance: String(account.balance).padStart(9, '0'),
    creditLimit: String(account.limit).padStart(9, '0'),
    accountRating: '01',
    paymentHistory: {
      paymentPattern: { startDate: isoDate(account.openedAt), text: account.paymentPattern },
      historicalCounters: { monthsReviewedCount: String(account.paymentPattern.length), late30DaysTotal: '00' },
    },
  }));
}
